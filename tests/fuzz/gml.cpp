/// \file gml.cpp
/// The reader of GML: the input is the file.
#include "fuzz.hpp"

#include <mergus/graph_formats.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mergus::fuzz;
    static const MemoryFile file;
    file.write({reinterpret_cast<const char*>(data), size});
    Reading reading;
    try {
        const mergus::NamedEdges found = mergus::read_gml(file.path());
        check_tuples(found.edges);
        require(found.names.size() == found.edges.nrows, "the number of names");
    } catch (const mergus::Error& error) {
        reading.code = error.code();
        reading.message = error.what();
        check_refusal(reading);
    }
    return 0;
}
