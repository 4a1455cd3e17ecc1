/// \file row.cpp
#include "row.hpp"

namespace mergus::bench {

namespace {

using Record = nlohmann::ordered_json;

template <class T>
Record known(bool is_known, T value) {
    return is_known ? Record(value) : Record();
}

Record per_part(const std::optional<std::uint64_t>& count, double parts) {
    return count ? Record(static_cast<double>(*count) / parts) : Record();
}

const char* word_of(const Row& row) {
    if (!row.measured) return "fails";
    switch (row.verdict.kind) {
    case Verdict::Kind::right:
        return "yes";
    case Verdict::Kind::wrong:
        return "no";
    case Verdict::Kind::unchecked:
        return "unchecked";
    }
    return "";
}

} // namespace

std::optional<double> Row::ratio() const {
    if (!is_mergus || reference_ms <= 0) return std::nullopt;
    if (!measured || wrong()) return 0.1;
    return reference_ms / (measured->median_ms / parts);
}

std::optional<double> Row::speedup() const {
    if (cpu_ms <= 0 || !measured || wrong()) return std::nullopt;
    return cpu_ms / measured->median_ms;
}

void Baselines::compare(Row& row, bool is_reference) {
    const double ms = row.measured && !row.wrong() ? row.measured->median_ms : 0;
    if (row.is_mergus) row.reference_ms = reference_ms_;
    if (row.backend == cpu_backend)
        cpu_ms_ = ms;
    else if (row.is_mergus)
        row.cpu_ms = cpu_ms_;
    if (is_reference && ms > 0 && (reference_ms_ == 0 || ms < reference_ms_)) reference_ms_ = ms;
}

nlohmann::ordered_json record_of(const Row& row) {
    const bool ran = row.measured.has_value();
    const Measurement m = row.measured.value_or(Measurement{});
    const std::optional<double> ratio = row.ratio(), speedup = row.speedup();
    const double seconds = m.median_ms / row.parts * 1e-3;
    const double floor = row.bandwidth > 0 ? row.bytes / row.bandwidth : 0;
    const bool has_bytes = ran && row.bytes > 0;
    const bool has_floor = has_bytes && row.bandwidth > 0;
    return {{"op", row.op},
            {"matrix", row.matrix},
            {"backend", row.backend},
            {"semiring", row.semiring},
            {"type", row.type},
            {"products", known(row.products > 0, row.products)},
            {"nnz_a", row.nvals},
            {"nnz_c", known(ran && row.op != "tc", m.nvals)},
            {"median_ms", known(ran, m.median_ms / row.parts)},
            {"min_ms", known(ran, m.min_ms / row.parts)},
            {"repeats", known(ran, m.repeats)},
            {"gflops", known(ran && row.products > 0, 2e-9 * static_cast<double>(row.products) / seconds)},
            {"floor_ms", known(has_floor, floor * 1e3)},
            {"gb_s", known(has_bytes, row.bytes * 1e-9 / seconds)},
            {"times_floor", known(has_floor, seconds / floor)},
            {"input_bytes", row.input_bytes},
            {"output_bytes", known(ran && row.output_bytes > 0, row.output_bytes)},
            {"peak_bytes", m.usage.peak_bytes ? Record(*m.usage.peak_bytes) : Record()},
            {"peak_over_output", known(m.usage.peak_bytes && row.output_bytes > 0,
                                       static_cast<double>(m.usage.peak_bytes.value_or(0)) /
                                           static_cast<double>(row.output_bytes))},
            {"launches", per_part(m.usage.launches, row.parts)},
            {"synchronizations", per_part(m.usage.synchronizations, row.parts)},
            {"first_ms", known(ran, m.first_ms / row.parts)},
            {"compiled", per_part(m.first.compiled_kernels, 1)},
            {"compile_ms", known(m.first.compile_seconds > 0, m.first.compile_seconds * 1e3)},
            {"correct", word_of(row)},
            {"check", row.verdict.detail},
            {"ratio", ratio ? Record(*ratio) : Record()},
            {"speedup", speedup ? Record(*speedup) : Record()},
            {"failure", row.failure}};
}

} // namespace mergus::bench
