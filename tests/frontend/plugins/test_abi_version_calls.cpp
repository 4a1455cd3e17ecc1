/// \file test_abi_version_calls.cpp
/// Structs of other versions at the plugin boundary: arrays, arguments of matrix functions, calls and
/// reports, cut after each of their members, and longer than in this version.
#include "abi_versions_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("abi");

TEST_CASE("versions: arrays in and out") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        mergus_csr given = plugin.arrays();
        given.flags = MERGUS_CSR_TRUSTED;
        for (const std::size_t bytes : sizes<mergus_csr>(END(mergus_csr, memory))) {
            CAPTURE(bytes);
            const Cut cut(given, bytes);
            auto args = made<mergus_matrix_import_csr_args>();
            args.csr = cut.get();
            REQUIRE(plugin.table->matrix_import_csr(plugin.context, &args, &plugin.status) == MERGUS_SUCCESS);
            CHECK(plugin.info(plugin.keep(args.matrix)).nvals == 3);

            std::array<std::uint64_t, 3> row_ptr{}, cols{};
            std::array<double, 3> values{};
            mergus_csr taken = plugin.arrays();
            taken.nvals = 0;
            taken.row_ptr = row_ptr.data();
            taken.cols = cols.data();
            taken.values = values.data();
            const Cut out(taken, std::max(bytes, END(mergus_csr, capacity)));
            auto read = made<mergus_matrix_export_csr_args>();
            read.matrix = args.matrix;
            read.csr = out.get();
            CHECK(plugin.table->matrix_export_csr(plugin.context, &read, &plugin.status) == MERGUS_SUCCESS);
            CHECK(out.intact());
            CHECK(out.read().nvals == 3);
            CHECK(row_ptr == plugin.row_ptr);
            CHECK(cols == plugin.cols);
            CHECK(values == plugin.values);
        }
        // A trusted import does not check. A struct without `flags` is not trusted.
        plugin.cols[1] = 7;
        const Cut old(given, offsetof(mergus_csr, flags));
        auto args = made<mergus_matrix_import_csr_args>();
        args.csr = old.get();
        CHECK(plugin.table->matrix_import_csr(plugin.context, &args, &plugin.status) == MERGUS_INVALID_INDEX);
    }
    // The library reads the program's structs in the same way.
    const Context context("suitesparse");
    Plugin plugin("suitesparse");
    for (const std::size_t bytes : sizes<mergus_csr>(END(mergus_csr, capacity))) {
        CAPTURE(bytes);
        const Cut in(plugin.arrays(), bytes);
        const AnyMatrix A = AnyMatrix::import_csr(context, *in.get());
        std::array<double, 3> values{};
        mergus_csr wanted = plugin.arrays();
        wanted.values = values.data();
        wanted.nvals = 0;
        const Cut out(wanted, bytes);
        A.export_csr(*out.get());
        CHECK(out.intact());
        CHECK(out.read().nvals == 3);
        CHECK(values == plugin.values);
    }
    mergus_csr unset = plugin.arrays();
    unset.struct_size = 0;
    try {
        static_cast<void>(AnyMatrix::import_csr(context, unset));
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::invalid_value);
        CHECK(std::string(error.what()).find("struct_size is 0") != std::string::npos);
    }
}

TEST_CASE("versions: arguments of matrix functions") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        const mergus_backend& table = *plugin.table;
        auto shape = made<mergus_matrix_new_args>();
        shape.type = type_of<double>();
        shape.nrows = 2;
        shape.ncols = 3;
        auto entries = made<mergus_matrix_build_args>();
        entries.rows = plugin.cols.data(); // 1, 0: in range of the shape
        entries.cols = plugin.cols.data();
        entries.values = plugin.values.data();
        entries.value_type = type_of<double>();
        entries.nvals = 2;
        entries.dup = ops::plus<double>.get();
        for (const std::size_t longer : {0, 16}) {
            const Cut with_shape(shape, sizeof shape + longer);
            REQUIRE(table.matrix_new(plugin.context, with_shape.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(with_shape.intact());
            mergus_matrix* A = plugin.keep(with_shape.read().matrix);

            entries.matrix = A;
            // Version 0.2 has `dup`; one without it would end before it.
            const Cut build(entries,
                            longer == 0 ? offsetof(mergus_matrix_build_args, dup) : sizeof entries + longer);
            REQUIRE(table.matrix_build(plugin.context, build.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(plugin.info(A).nvals == 2);

            auto source = made<mergus_matrix_dup_args>();
            source.matrix = A;
            const Cut dup(source, sizeof source + longer);
            REQUIRE(table.matrix_dup(plugin.context, dup.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(dup.intact());
            mergus_matrix* copy = plugin.keep(dup.read().copy);
            CHECK(plugin.info(copy).nvals == 2);

            std::array<std::uint64_t, 2> rows{};
            std::array<double, 2> values{};
            auto tuples = made<mergus_matrix_extract_tuples_args>();
            tuples.matrix = copy;
            tuples.rows = rows.data();
            tuples.values = values.data();
            tuples.value_type = type_of<double>();
            const Cut extract(tuples, sizeof tuples + longer);
            CHECK(table.matrix_extract_tuples(plugin.context, extract.get(), &plugin.status) ==
                  MERGUS_SUCCESS);
            CHECK(rows == std::array<std::uint64_t, 2>{0, 1});
            CHECK(values == std::array<double, 2>{3, 2});

            const Cut moved(made<mergus_csr>(), sizeof(mergus_csr) + longer);
            auto move = made<mergus_matrix_move_csr_args>();
            move.matrix = copy;
            move.csr = moved.get();
            const Cut move_args(move, sizeof move + longer);
            REQUIRE(table.matrix_move_csr(plugin.context, move_args.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(moved.intact());
            CHECK(moved.read().nvals == 2);
            moved.read().release(moved.read().release_arg);
            CHECK(plugin.info(copy).nvals == 0);
        }
    }
}

TEST_CASE("versions: calls and reports") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        mergus_matrix* A = plugin.matrix();
        auto call = made<mergus_call>();
        call.operation = MERGUS_OPERATION_TRANSPOSE;
        call.A = A;
        call.descriptor = MERGUS_DESC_TRAN0;
        for (const std::size_t bytes : sizes<mergus_call>(END(mergus_call, A))) {
            CAPTURE(bytes);
            call.C = plugin.matrix();
            const Cut cut(call, bytes);
            CHECK(plugin.table->transpose(plugin.context, cut.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(plugin.info(call.C).nvals == 3);
        }
        double sum = 0;
        auto reduction = made<mergus_call>();
        reduction.operation = MERGUS_OPERATION_REDUCE_SCALAR;
        reduction.A = A;
        reduction.monoid = plus_monoid<double>.get();
        reduction.result = &sum;
        auto full = made<mergus_report>();
        reduction.report = &full;
        CHECK(plugin.table->reduce_scalar(plugin.context, &reduction, &plugin.status) == MERGUS_SUCCESS);
        CHECK(sum == 9);
        CHECK(full.method[0] != 0);
        for (const std::size_t bytes : sizes<mergus_report>()) {
            CAPTURE(bytes);
            const Cut report(made<mergus_report>(), bytes);
            reduction.report = report.get();
            CHECK(plugin.table->reduce_scalar(plugin.context, &reduction, &plugin.status) == MERGUS_SUCCESS);
            CHECK(report.intact());
            CHECK(report.read(full).work == full.work);
            if (bytes >= END(mergus_report, method)) CHECK(std::string(report.read().method) == full.method);
        }
    }
}

TEST_SUITE_END();
