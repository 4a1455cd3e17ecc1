/// \file expect.hpp
/// The checks of the programs in this folder, whose code the pages of docs/reference show.
#pragma once

#include <mergus/mergus.hpp>

#include <iostream>
#include <source_location>
#include <utility>

/// Ends the program with status 1 if a statement of a page is not true.
inline void expect(bool is_true, std::source_location place = std::source_location::current()) {
    if (is_true) return;
    std::cerr << place.file_name() << ':' << place.line() << ": not as the page says\n";
    std::exit(1);
}

/// Whether `call` throws an Error with that code.
template <class Call>
bool throws(mergus::Code code, Call&& call) {
    try {
        std::forward<Call>(call)();
    } catch (const mergus::Error& error) {
        return error.code() == code;
    }
    return false;
}
