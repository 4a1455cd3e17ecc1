/// \file usage.hpp
/// Error messages for wrong command lines.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace mergus::tools {

/// The error message for a wrong command line: the unknown command or option with a similar known one, else
/// the message of the parser.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv);

} // namespace mergus::tools
