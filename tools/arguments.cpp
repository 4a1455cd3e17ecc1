/// \file arguments.cpp
/// Arguments of subcommands, by CLI11.
#include "arguments.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace mergus::tools {

Argument Argument::required() const {
    option_->required();
    return *this;
}

Argument Argument::type_name(const std::string& name) const {
    option_->type_name(name);
    return *this;
}

Argument Argument::check(Check check) const {
    option_->check(CLI::Validator(std::move(check), ""));
    return *this;
}

Argument Argument::one_of(std::initializer_list<std::string> words) const {
    option_->check(CLI::IsMember(std::vector<std::string>(words)));
    return *this;
}

Argument Argument::repeatable() const {
    option_->expected(1)->take_all()->allow_extra_args(false); // what follows may be a positional argument
    return *this;
}

Argument Argument::needs(const Argument& other) const {
    option_->needs(other.option_);
    return *this;
}

Argument Argument::excludes(const Argument& other) const {
    option_->excludes(other.option_);
    return *this;
}

Command Command::add_subcommand(const std::string& name, const std::string& description) const {
    return Command(app_->add_subcommand(name, description));
}

void Command::require_subcommand() const {
    app_->require_subcommand(1);
}

template <class T>
Argument Command::add_option(const std::string& names, T& value, const std::string& help) const {
    return Argument(app_->add_option(names, value, help));
}

template Argument Command::add_option(const std::string&, std::string&, const std::string&) const;
template Argument Command::add_option(const std::string&, std::optional<std::string>&,
                                      const std::string&) const;
template Argument Command::add_option(const std::string&, std::vector<std::string>&,
                                      const std::string&) const;
template Argument Command::add_option(const std::string&, unsigned&, const std::string&) const;
template Argument Command::add_option(const std::string&, std::uint64_t&, const std::string&) const;
template Argument Command::add_option(const std::string&, std::vector<std::uint64_t>&,
                                      const std::string&) const;
template Argument Command::add_option(const std::string&, double&, const std::string&) const;
template Argument Command::add_option(const std::string&, std::optional<double>&, const std::string&) const;

Argument Command::add_flag(const std::string& names, bool& value, const std::string& help) const {
    return Argument(app_->add_flag(names, value, help));
}

void Command::footer(const std::string& text) const {
    app_->footer(text);
}

void Command::callback(std::function<void()> run) const {
    app_->callback(std::move(run));
}

} // namespace mergus::tools
