/// \file cmd_mxm.cpp
/// mergus mxm: C<mask> accum= A times B over a semiring.
#include "command.hpp"
#include "graph_io.hpp"

#include <memory>
#include <utility>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    std::string a;
    std::string b;
    std::string semiring = "plus_times";
    std::string type; ///< empty: fp64, or fc64 for complex files
    std::string mask;
    std::string accum;
    std::string into;
    std::string output;
    std::string to;
    bool structural = false;
    bool complement = false;
    bool replace = false;
    bool transpose_a = false;
    bool transpose_b = false;
};

Descriptor descriptor_of(const Options& options) {
    Descriptor descriptor;
    if (options.structural) descriptor = descriptor | DESC_S;
    if (options.complement) descriptor = descriptor | DESC_C;
    if (options.replace) descriptor = descriptor | DESC_R;
    if (options.transpose_a) descriptor = descriptor | DESC_T0;
    if (options.transpose_b) descriptor = descriptor | DESC_T1;
    return descriptor;
}

/// The semiring and accumulator of the options, for a type of A and B.
struct Algebra {
    Algebra(const Options& options, const mergus_type* on)
        : type(on), semiring(parse_semiring(options.semiring, type)),
          result_type(semiring.get()->add->op->z_type),
          accum(options.accum.empty() ? no_accum : parse_binary_op(options.accum, result_type)) {}

    const mergus_type* type;
    AnySemiring semiring;
    const mergus_type* result_type;
    BinaryOp accum;
};

AnyMatrix cast(AnyMatrix A, const mergus_type* type) {
    if (A.type() == type) return A;
    AnyMatrix C(A.context(), type, A.nrows(), A.ncols());
    transpose(C, no_mask, no_accum, A, DESC_T0); // A'' = A, cast to C's type
    return C;
}

void run(const Options& options) {
    const bool type_given = !options.type.empty();
    Algebra algebra(options, type_given ? parse_type(options.type) : type_of<double>());
    const Format format =
        options.output.empty() ? Format::matrix_market : output_format(options.output, options.to);

    Session session(options.common);
    const Stopwatch load;
    const auto load_as = [&](const std::string& file, const mergus_type* type) {
        return file.empty() ? AnyMatrix()
                            : load_matrix(session, file, options.input, type_given ? type : nullptr);
    };
    AnyMatrix A = load_as(options.a, algebra.type);
    AnyMatrix B = load_as(options.b, algebra.type);
    AnyMatrix C = load_as(options.into, algebra.result_type);
    const bool into_given = !options.into.empty();
    if (!type_given) {
        const mergus_type* complex_type = type_of<complex<double>>();
        // A complex C0 makes the product complex, too: a cast to a real type would drop imaginary parts.
        if (A.type() == complex_type || B.type() == complex_type || (into_given && C.type() == complex_type))
            algebra = Algebra(options, complex_type);
        A = cast(std::move(A), algebra.type);
        B = cast(std::move(B), algebra.type);
        if (into_given) C = cast(std::move(C), algebra.result_type);
    }
    const mergus_type* result_type = algebra.result_type;
    if (!into_given)
        C = AnyMatrix(session.context(), result_type, options.transpose_a ? A.ncols() : A.nrows(),
                      options.transpose_b ? B.nrows() : B.ncols());
    AnyMatrix mask;
    if (!options.mask.empty()) mask = load_matrix(session, options.mask, options.input, nullptr);
    session.context().wait();
    const double load_seconds = load.seconds();

    const Stopwatch multiply;
    mxm(C, options.mask.empty() ? no_mask : Mask(mask), algebra.accum, algebra.semiring, A, B,
        descriptor_of(options));
    session.context().wait();
    const double mxm_seconds = multiply.seconds();

    Record record = {{"backend", session.context().backend()},
                     {"semiring", options.semiring},
                     {"type", type_name(result_type)},
                     {"rows", C.nrows()},
                     {"columns", C.ncols()},
                     {"entries", C.nvals()},
                     {"load_seconds", load_seconds},
                     {"mxm_seconds", mxm_seconds}};
    if (!options.output.empty()) {
        save(options.output, format, C.to_tuples());
        record["output"] = options.output;
    }
    session.print(std::move(record), results_stream(options.output));
}

} // namespace

void add_mxm(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("mxm", "Multiply two matrices over a semiring");
    command.add_option("A", options->a, input_help).required();
    command.add_option("B", options->b, input_help).required();
    command.add_option("--semiring", options->semiring, "ADD_MUL, such as min_plus (default: plus_times)")
        .type_name("S");
    command
        .add_option("--type", options->type,
                    "Type of A and B: bool, int8 ... int64, uint8 ... uint64, fp32, fp64, fc32, fc64 "
                    "(default: fp64, or "
                    "fc64 if A, B or C0 is complex)")
        .type_name("T");
    const Argument mask =
        command.add_option("--mask", options->mask, "Write only entries at which this matrix is true")
            .type_name("M");
    command.add_flag("--structural", options->structural, "Use the pattern of the mask, not its values")
        .needs(mask);
    command.add_flag("--complement", options->complement, "Write entries at which the mask is not true")
        .needs(mask);
    const Argument into =
        command
            .add_option("--into", options->into,
                        "Content of C before the product, in the type of the product (default: empty)")
            .type_name("C0");
    command
        .add_option("--accum", options->accum,
                    "Combine with the entries of C0 by this operator, such as plus")
        .type_name("OP")
        .needs(into);
    command.add_flag("--replace", options->replace, "Drop entries of C0 outside the mask")
        .needs(mask)
        .needs(into);
    command.add_flag("--transpose-a", options->transpose_a, "Use the transpose of A");
    command.add_flag("--transpose-b", options->transpose_b, "Use the transpose of B");
    command.add_option("-o,--output", options->output, "Write C to this file (- for standard output)")
        .type_name("C");
    add_to_option(command, options->to, "C");
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer(
        "C<mask> accum= A times B, as GraphBLAS defines it. An unknown semiring lists the known ones.\n"
        "\nExamples:\n"
        "  mergus mxm a.mtx b.mtx -o c.mtx\n"
        "  mergus mxm a.mtx a.mtx --semiring min_plus --type int64 --into a.mtx --accum min -o c.mtx\n"
        "  mergus mxm l.mtx l.mtx --semiring plus_pair --type int64 --transpose-b --mask l.mtx "
        "--structural -o c.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
