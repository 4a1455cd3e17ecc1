/// \file matrix_market.cpp
/// The MatrixMarket reader: the input is the file.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mergus::fuzz;
    static const MemoryFile file;
    file.write({reinterpret_cast<const char*>(data), size});
    const Reading all = read(Format::matrix_market, file, mergus::Duplicates::keep_all);
    if (!all.tuples) {
        check_refusal(all);
        return 0;
    }
    check_tuples(*all.tuples);
    const Reading once = read(Format::matrix_market, file, mergus::Duplicates::fail);
    if (once.tuples)
        require(once.tuples->rows == all.tuples->rows && once.tuples->cols == all.tuples->cols,
                "the duplicates' treatment changes a file without any");
    else
        check_refusal(once);
    return 0;
}
