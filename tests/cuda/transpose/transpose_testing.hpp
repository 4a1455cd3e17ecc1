/// \file transpose_testing.hpp
/// Helpers for the tests of the transpose: matrices of any type as bytes, a reference transpose, and
/// contexts that force one method and report the method used.
#pragma once

#include "cuda/explained_context.hpp"
#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mergus::tests {

/// Compressed rows; values as their bytes.
struct Packed {
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    std::size_t value_size = 0;
    std::vector<std::uint64_t> row_ptr, cols;
    std::vector<unsigned char> values;

    bool operator==(const Packed&) const = default;
    [[nodiscard]] std::uint64_t nvals() const noexcept { return cols.size(); }
};

/// The pattern with values of a type: each entry's bytes follow from its number, so neighbours differ.
inline Packed with_values(const Csr& pattern, const mergus_type* type) {
    Packed packed{pattern.nrows, pattern.ncols, type->size, pattern.row_ptr, pattern.cols, {}};
    packed.values.reserve(pattern.nvals() * type->size + 1);
    for (std::uint64_t e = 0; e < pattern.nvals(); ++e) {
        std::uint64_t state = e + 1;
        for (std::size_t b = 0; b < type->size; ++b) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            packed.values.push_back(
                static_cast<unsigned char>(type->code == MERGUS_BOOL ? state >> 63 : state >> 56));
        }
    }
    return packed;
}

/// The reference transpose. Rows of A are visited in order, so the rows of the result are sorted.
inline Packed transposed(const Packed& A) {
    Packed T{A.ncols,
             A.nrows,
             A.value_size,
             std::vector<std::uint64_t>(A.ncols + 1),
             std::vector<std::uint64_t>(A.nvals()),
             std::vector<unsigned char>(A.values.size())};
    for (const std::uint64_t j : A.cols) ++T.row_ptr[j + 1];
    for (std::uint64_t j = 0; j < A.ncols; ++j) T.row_ptr[j + 1] += T.row_ptr[j];
    std::vector<std::uint64_t> next = T.row_ptr;
    for (std::uint64_t i = 0; i < A.nrows; ++i)
        for (std::uint64_t e = A.row_ptr[i]; e < A.row_ptr[i + 1]; ++e) {
            const std::uint64_t to = next[A.cols[e]]++;
            T.cols[to] = i;
            for (std::size_t b = 0; b < A.value_size; ++b)
                T.values[to * A.value_size + b] = A.values[e * A.value_size + b];
        }
    return T;
}

inline mergus_csr view(Packed& packed, const mergus_type* type) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = packed.nrows;
    csr.ncols = packed.ncols;
    csr.nvals = csr.capacity = packed.nvals();
    csr.row_ptr = packed.row_ptr.data();
    csr.cols = packed.cols.data();
    csr.values = packed.values.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    return csr;
}

inline AnyMatrix to_device(const Context& context, Packed packed, const mergus_type* type) {
    packed.cols.reserve(1); // not null without entries
    packed.values.reserve(1);
    return AnyMatrix::import_csr(context, view(packed, type));
}

inline Packed to_host(const AnyMatrix& matrix) {
    Packed packed{matrix.nrows(),
                  matrix.ncols(),
                  matrix.type()->size,
                  std::vector<std::uint64_t>(matrix.nrows() + 1),
                  std::vector<std::uint64_t>(matrix.nvals()),
                  std::vector<unsigned char>(matrix.nvals() * matrix.type()->size)};
    packed.cols.reserve(1);
    packed.values.reserve(1);
    mergus_csr csr = view(packed, matrix.type());
    matrix.export_csr(csr);
    return packed;
}

/// A context that forces one transpose method, and its report on the last transpose.
class Transposer {
public:
    Transposer(const std::string& backend, const std::string& forced) {
        const cuda::testing::Variable setting("MERGUS_CUDA_TRANSPOSE", forced);
        device_.emplace(backend, true, "transpose");
    }

    [[nodiscard]] const Context& context() const { return device_->context; }
    /// \param fact of report_facts.hpp
    [[nodiscard]] bool has(const char* fact) const { return has_fact(device_->reason, fact); }

    /// Checks A' and A''. \return the method of A'.
    std::string check(const Packed& packed, const mergus_type* type) {
        const AnyMatrix A = to_device(context(), packed, type);
        AnyMatrix T(context(), type, packed.ncols, packed.nrows),
            B(context(), type, packed.nrows, packed.ncols);
        transpose(B, no_mask, no_accum, A, DESC_T0);
        CHECK(bool(to_host(B) == packed));
        transpose(T, no_mask, no_accum, A);
        const Report report = *device_;
        CAPTURE(report.method);
        CAPTURE(report.reason);
        CHECK(bool(to_host(T) == transposed(packed)));
        transpose(B, no_mask, no_accum, T);
        CHECK(bool(to_host(B) == packed));
        static_cast<Report&>(*device_) = report;
        return report.method;
    }
    std::string check(const Csr& pattern, const mergus_type* type) {
        return check(with_values(pattern, type), type);
    }

private:
    std::optional<Explained> device_;
};

/// Row by row: `fill` appends the columns of a row, in order.
inline Csr csr_by_rows(std::uint64_t nrows, std::uint64_t ncols,
                       const std::function<void(std::uint64_t row, std::vector<std::uint64_t>& cols)>& fill) {
    Csr csr;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.row_ptr.reserve(nrows + 1);
    for (std::uint64_t i = 0; i < nrows; ++i) {
        fill(i, csr.cols);
        csr.row_ptr.push_back(csr.cols.size());
    }
    return csr;
}

/// A pseudorandom number.
inline std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

MERGUS_TYPE(bytes3, uint8_t part[3];);
MERGUS_TYPE(words24, uint64_t part[3];);
MERGUS_TYPE(words64, double part[8];);

/// A shape, and the method used for it if partition or banded is requested.
struct Shape {
    std::string name;
    Csr pattern;
    std::string by_partition = "partition";
    std::string by_banded = "banded";
};

/// One entry in each of `rows` rows, at column(row).
template <class Column>
inline Csr one_each(std::uint64_t rows, std::uint64_t ncols, Column column) {
    return csr_by_rows(rows, ncols, [=](std::uint64_t i, auto& cols) { cols.push_back(column(i)); });
}
/// `count` rows of all columns, then one row with the first `more`.
inline Csr full(std::uint64_t count, std::uint64_t ncols, std::uint64_t more = 0) {
    return csr_by_rows(count + 1, ncols, [=](std::uint64_t i, auto& cols) {
        for (std::uint64_t j = 0; j < (i < count ? ncols : more); ++j) cols.push_back(j);
    });
}

} // namespace mergus::tests
