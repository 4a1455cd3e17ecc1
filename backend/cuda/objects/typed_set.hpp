/// \file typed_set.hpp
/// A set with at most one object of each type, for owners that do not know the types.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace mergus::cuda {

/// Objects of types that derive from Base. They are few, so a look-up compares the address of each type's
/// key: some nanoseconds. Destroyed in the reverse order of their making.
template <class Base>
class TypedSet {
public:
    TypedSet() = default;
    TypedSet(const TypedSet&) = delete;
    TypedSet& operator=(const TypedSet&) = delete;
    ~TypedSet() {
        while (!members_.empty()) members_.pop_back();
    }

    /// The object of this type, or null.
    template <class T>
    [[nodiscard]] T* find() const noexcept {
        static_assert(std::is_base_of_v<Base, T>);
        for (const Member& member : members_)
            if (member.key == &key<T>) return static_cast<T*>(member.object.get());
        return nullptr;
    }
    /// The object of this type, which is made if there is none.
    template <class T>
    [[nodiscard]] T& get() {
        if (T* const found = find<T>()) return *found;
        auto made = std::make_unique<T>();
        T& object = *made;
        members_.push_back({&key<T>, std::move(made)});
        return object;
    }
    /// Removes the object of this type.
    template <class T>
    void erase() noexcept {
        std::erase_if(members_, [](const Member& member) { return member.key == &key<T>; });
    }
    /// Removes the objects for which the function of Base is true.
    template <class Predicate>
    void erase_if(Predicate predicate) noexcept {
        std::erase_if(members_, [&](const Member& member) { return predicate(*member.object); });
    }
    template <class Function>
    void for_each(Function function) const {
        for (const Member& member : members_) function(*member.object);
    }

private:
    /// Not const: constants of equal content may have one address.
    template <class T>
    static inline char key = 0;

    struct Member {
        const char* key;
        std::unique_ptr<Base> object;
    };
    std::vector<Member> members_;
};

} // namespace mergus::cuda
