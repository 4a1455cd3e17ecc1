/// \file host_compiler.hpp
/// Texts of run-time operators and types, compiled for this CPU by the system's compiler and loaded.
///
/// Invariant: what load_text() returns was made from exactly that text, whatever is on disk, and stays loaded
/// for as long as the process runs (contexts keep the addresses of functions). Equal texts are loaded once.
#pragma once

#include <string>

namespace mergus::core {

/// A loaded shared object.
class LoadedText {
public:
    explicit LoadedText(void* handle) noexcept : handle_(handle) {}
    /// The address of a function that the text exports. \throws Error panic if there is none.
    template <class Pointer>
    Pointer function(const char* name) const {
        return reinterpret_cast<Pointer>(symbol(name));
    }

private:
    [[nodiscard]] void* symbol(const char* name) const;
    void* handle_;
};

/// Put in front of a function that the text exports.
inline constexpr const char* exported = "extern \"C\" __attribute__((visibility(\"default\"))) ";

/// \param what for messages: "operator 'f'".
/// \param text C++20, behind the prelude. Its #line directives say what the parts of it are called in
/// messages. \throws Error compile_error with the place and the compiler's words, or if there is no compiler;
/// io_error.
LoadedText load_text(const std::string& what, const std::string& text);

} // namespace mergus::core
