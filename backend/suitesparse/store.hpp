/// \file store.hpp
/// A matrix or a vector of GraphBLAS, and the owner of its arrays if GraphBLAS did not allocate them.
#pragma once

#include "collection.hpp"

#include <atomic>

namespace mergus::suitesparse {

/// Arrays that a matrix or a vector uses but does not own; `release` is called once, when they are no longer
/// used.
struct Lender {
    void (*release)(void* arg) = nullptr;
    void* arg = nullptr;
    std::int32_t format = 0;      ///< of a vector: a mergus_vector_format
    GrB_Index* row_ptr = nullptr; ///< of a matrix
    GrB_Index* indices = nullptr; ///< of columns, or of a list
    std::int8_t* present = nullptr;
    void* values = nullptr;
    bool iso = false;
    GrB_Index nvals = 0;
};

/// What is known of the values of a matrix of floating-point type. Each includes the ones before it.
enum class Values : unsigned char { unknown, finite, perhaps_infinite, perhaps_nan };

/// A GrB_Matrix or GrB_Vector and the owner of its arrays, if they are lent.
class Store {
public:
    Store() noexcept = default;
    explicit Store(CollectionHandle collection) noexcept : collection_(std::move(collection)) {}
    /// Uses the lender's arrays. After an exception the caller still owns them.
    Store(MatrixHandle empty, const Lender& lender);
    Store(VectorHandle empty, const Lender& lender);
    Store(Store&& other) noexcept
        : collection_(std::move(other.collection_)), lender_(std::exchange(other.lender_, {})),
          values_(other.values()) {}
    Store& operator=(Store&& other) noexcept {
        std::swap(collection_, other.collection_);
        std::swap(lender_, other.lender_);
        const Values mine = values();
        remember(other.values());
        other.remember(mine);
        return *this;
    }
    ~Store() {
        if (!lent()) return;
        const Lender lender = give_back();
        lender.release(lender.arg);
    }

    [[nodiscard]] Collection get() const noexcept { return collection_.get(); }
    [[nodiscard]] bool lent() const noexcept { return lender_.release != nullptr; }
    [[nodiscard]] const Lender& lender() const noexcept { return lender_; }
    /// What remember() has stored: who modifies the object in a Store forgets it. Calls of several threads
    /// may find it at the same time.
    [[nodiscard]] Values values() const noexcept { return values_.load(std::memory_order_relaxed); }
    void remember(Values values) const noexcept { values_.store(values, std::memory_order_relaxed); }
    /// The object, which must own its arrays.
    [[nodiscard]] CollectionHandle take() noexcept { return std::move(collection_); }
    /// Frees the object but not the lent arrays. \return their owner; its `release` was not called
    Lender give_back() noexcept;

private:
    /// Packing selects the format of the arrays. This keeps it, so that GraphBLAS does not convert them.
    void keep_form(std::int32_t form);

    CollectionHandle collection_;
    Lender lender_;
    mutable std::atomic<Values> values_ = Values::unknown;
};

} // namespace mergus::suitesparse
