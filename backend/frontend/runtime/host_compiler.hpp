/// \file host_compiler.hpp
/// Compiles texts of run-time operators and types for the CPU with the system's compiler, and loads them.
///
/// Invariant: the object that load_text() returns was compiled from exactly that text, independent of files
/// on disk. It stays loaded until the process ends, because contexts keep addresses of functions. Equal texts
/// are loaded once.
#pragma once

#include <string>

namespace mergus::core {

/// A loaded shared object.
class LoadedText {
public:
    explicit LoadedText(void* handle) noexcept : handle_(handle) {}
    /// The address of an exported function. \throws Error panic if there is none
    template <class Pointer>
    Pointer function(const char* name) const {
        return reinterpret_cast<Pointer>(symbol(name));
    }

private:
    [[nodiscard]] void* symbol(const char* name) const;
    void* handle_;
};

/// The prefix of exported functions.
inline constexpr const char* exported = "extern \"C\" __attribute__((visibility(\"default\"))) ";

/// \param what for messages: "operator 'f'".
/// \param text C++20; the prelude is inserted before it. Its #line directives name its parts in messages.
/// \throws Error compile_error with the compiler's messages, or if there is no compiler; io_error
LoadedText load_text(const std::string& what, const std::string& text);

} // namespace mergus::core
