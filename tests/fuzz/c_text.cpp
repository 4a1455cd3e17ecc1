/// \file c_text.cpp
/// The scanner of operators' texts: the input is a text. What passes holds nothing that could reach out of
/// its place, which is checked here by plainer means than the scanner's.
#include "runtime/c_text.hpp"

#include "fuzz.hpp"

#include <mergus/error.hpp>

#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mergus;
    using fuzz::require;
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::vector<core::CToken> tokens;
    try {
        tokens = core::check_text("text", text);
        core::check_no_state("text", tokens);
    } catch (const Error& error) {
        require(error.code() == Code::compile_error || error.code() == Code::invalid_value, "another code");
        return 0;
    }
    require(size <= core::longest_text, "a text that is too long");
    require(text.find('\0') == text.npos, "a NUL");
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
        std::size_t end = at;
        while (end > 0 && std::string(" \t\v\f\r").find(text[end - 1]) != std::string::npos) --end;
        require(end == 0 || text[end - 1] != '\\', "a line continuation");
        require(end < 3 || text.compare(end - 3, 3, "?\?/") != 0, "a line continuation by a trigraph");
    }
    std::size_t open = 0;
    std::size_t line = 1;
    for (const core::CToken& token : tokens) {
        require(!token.text.empty() && token.text.data() >= text.data() &&
                    token.text.data() + token.text.size() <= text.data() + size,
                "a token outside of the text");
        require(token.line >= line, "lines that go back");
        line = token.line;
        const char c = token.text[0];
        require(c != '#' && c != '\\', "a preprocessor's character");
        require(token.text != "asm" && token.text != "extern" && !token.text.starts_with("__"),
                "a refused word");
        if (c == ')' || c == ']' || c == '}') {
            require(open > 0, "a bracket that closes nothing");
            --open;
        }
        require(token.depth == open, "a wrong depth");
        if (c == '(' || c == '[' || c == '{') ++open;
    }
    require(open == 0, "a bracket that is not closed");
    static_cast<void>(core::defines_function(tokens, core::last_function(tokens)));
    return 0;
}
