/// \file arguments.hpp
/// The arguments of subcommands. These classes stand in front of CLI11, because a file that includes its
/// headers takes five seconds more to compile.
#pragma once

#include "numbers.hpp"

#include <functional>
#include <initializer_list>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace mergus::tools {

/// Thrown to end the program with this exit code, after all messages have been printed.
struct Exit {
    int code;
};

/// An option, a flag or a positional argument. Every function returns the argument itself.
class Argument {
public:
    explicit Argument(CLI::Option* option) : option_(option) {}

    Argument required() const;
    /// The word for the value in the help text.
    Argument type_name(const std::string& name) const;
    Argument check(Check check) const;
    /// Only these words; the help text lists them.
    Argument one_of(std::initializer_list<std::string> words) const;
    /// One value each time, and all of them are kept.
    Argument repeatable() const;
    Argument needs(const Argument& other) const;
    Argument excludes(const Argument& other) const;

private:
    CLI::Option* option_;
};

/// The program or a subcommand.
class Command {
public:
    explicit Command(CLI::App* app) : app_(app) {}

    Command add_subcommand(const std::string& name, const std::string& description) const;
    /// One subcommand must be given.
    void require_subcommand() const;

    /// \param names such as "-o,--output"; without '-' a positional argument
    /// \param value set when the command line is parsed; arguments.cpp lists the types
    template <class T>
    Argument add_option(const std::string& names, T& value, const std::string& help) const;
    Argument add_flag(const std::string& names, bool& value, const std::string& help) const;

    /// Text at the end of the help text.
    void footer(const std::string& text) const;
    /// Called if this subcommand is chosen, after its arguments have been set.
    void callback(std::function<void()> run) const;

private:
    CLI::App* app_;
};

} // namespace mergus::tools
