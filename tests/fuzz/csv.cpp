/// \file csv.cpp
/// The reader of CSV files: the input is the file. What it reads must not depend on the number of threads,
/// have a distinct name for each vertex, and come back from a file that is written.
#include "fuzz.hpp"

#include <mergus/csv.hpp>

namespace {

using namespace mergus::fuzz;
using mergus::CsvOptions;
using mergus::NamedEdges;

/// \param reading gets the refusal, if there is one
std::optional<NamedEdges> read_named(const MemoryFile& file, const CsvOptions& options, Reading& reading) {
    try {
        return mergus::read_csv(file.path(), options);
    } catch (const mergus::Error& error) {
        reading.code = error.code();
        reading.message = error.what();
        return {};
    }
}

bool same_names(const mergus::VertexNames& a, const mergus::VertexNames& b) {
    if (a.size() != b.size()) return false;
    for (std::uint64_t v = 0; v < a.size(); ++v)
        if (a.name(v) != b.name(v)) return false;
    return true;
}

void check(const MemoryFile& file, const MemoryFile& copy, CsvOptions options) {
    options.threads = 1;
    Reading reading, again;
    const std::optional<NamedEdges> found = read_named(file, options, reading);
    options.threads = 3;
    const std::optional<NamedEdges> threaded = read_named(file, options, again);
    require(found.has_value() == threaded.has_value() && reading.message == again.message,
            "the result depends on the number of threads");
    if (!found) return check_refusal(reading);
    check_tuples(found->edges);
    require(same_names(found->names, threaded->names), "names depend on the number of threads");
    require(found->names.size() == found->edges.nrows, "the number of names");
    for (std::uint64_t v = 0; v < found->names.size(); ++v)
        require(found->names.find(found->names.name(v)) == v, "a name that is not found");
    if (found->edges.nvals() == 0) return;
    copy.write("");
    mergus::write_csv(copy.path(), found->edges, found->names);
    CsvOptions back;
    back.threads = 1;
    if (found->edges.field != mergus::Field::pattern) back.weight = "value";
    const std::optional<NamedEdges> written = read_named(copy, back, reading);
    require(written && same_names(written->names, found->names) && written->edges.rows == found->edges.rows &&
                written->edges.cols == found->edges.cols,
            "a file that is written is read back as another graph");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile file, copy;
    file.write({reinterpret_cast<const char*>(data), size});
    check(file, copy, {});
    check(file, copy, {.header = false, .separator = ',', .blank_weight = 1, .comment = '#'});
    check(file, copy, {.separator = ' ', .weight = "3", .names = mergus::NameKind::strings});
    return 0;
}
