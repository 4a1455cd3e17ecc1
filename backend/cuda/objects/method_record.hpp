/// \file method_record.hpp
/// A method is one of several ways to run an operation: a record at the end of the method's file. The records
/// of an operation are a table, in the order in which the methods are tried; the last one suits everything.
/// Methods do not know each other. The names that variables of the environment force are read here.
#pragma once

#include "environment.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace mergus::cuda {

/// A record. \tparam ProblemOf the operands of a call. \tparam RunOf the base class of methods at work.
/// The records of products (ProductMethod) and of vectors (VectorMethod) begin with the same three members.
template <class ProblemOf, class RunOf>
struct MethodRecord {
    using Problem = ProblemOf;
    using Run = RunOf;

    const char* name;     ///< in the variable that forces it and in reports; unique
    const char* summary;  ///< what it is for, a line
    const char* evidence; ///< the page with its measurements
    unsigned sizes = 0;   ///< rows of its table of sizes, which "NAME:0", "NAME:1" and so on force
    /// The method at work, or null if it does not suit. May launch kernels and wait.
    std::unique_ptr<Run> (*start)(Problem& problem);
};

template <class Record>
using MethodTable = std::span<const Record* const>;

/// Adds the record of that name. \return whether there is one
template <class Record>
bool add_named(std::set<const Record*>& to, MethodTable<Record> table, std::string_view name) {
    const auto found = std::ranges::find(table, name, &Record::name);
    if (found == table.end()) return false;
    to.insert(*found);
    return true;
}

/// Adds each name of the table that `names` does not have, and a comma.
template <class Record>
void list_names(std::string& names, MethodTable<Record> table) {
    for (const Record* record : table)
        if ((' ' + names).find(' ' + std::string(record->name) + ',') == std::string::npos)
            names += std::string(record->name) + ", ";
}

/// The methods that a variable allows which names one: that one and, where it does not suit, those behind it;
/// or all but one. The last of a table is always allowed.
template <class Record>
struct ForcedMethod {
    const Record* named = nullptr;    ///< null: all are allowed
    const Record* excluded = nullptr; ///< null: none
    std::optional<unsigned> size{};   ///< of Record::sizes, for `named`

    [[nodiscard]] bool allows(MethodTable<Record> table, const Record& method) const {
        if (&method == table.back()) return true;
        if (&method == excluded) return false;
        return named == nullptr || std::ranges::find(table, &method) >= std::ranges::find(table, named);
    }
    /// Reads "NAME", "NAME:PARAMETER" or "-NAME"; "best" or nothing: all methods. \throws Error invalid_value
    void read(core::Variable variable, MethodTable<Record> table, std::string_view text) {
        read(variable, table, text, "", [](const Record&, std::string_view) { return false; });
    }
    /// \param forms of further parameters, for the message of the error. \param take takes the parameters of
    /// a record: whether it could
    template <class Take>
    void read(core::Variable variable, MethodTable<Record> table, std::string_view text, std::string forms,
              Take take) {
        if (text.empty() || text == "best") return;
        const bool excludes = text.starts_with('-');
        const std::string_view name = text.substr(excludes ? 1 : 0, excludes ? text.npos : text.find(':'));
        for (const Record* record : table) {
            if (record->sizes != 0)
                forms += std::string(record->name) + ":0 to :" + std::to_string(record->sizes - 1) + ", ";
            if (record->name != name) continue;
            const bool has_parameter = !excludes && name.size() != text.size();
            if (has_parameter && !take_size(*record, text.substr(name.size() + 1)) &&
                !take(*record, text.substr(name.size() + 1)))
                continue;
            (excludes ? excluded : named) = record;
            return;
        }
        std::string names = "best, ";
        list_names(names, table);
        throw Error(Code::invalid_value, std::string(core::name_of(variable)) + ": '" + std::string(text) +
                                             "' is none of " + names + forms +
                                             "or a method with a - in front");
    }

private:
    bool take_size(const Record& record, std::string_view number) {
        for (unsigned n = 0; n < record.sizes; ++n)
            if (number == std::to_string(n)) size = n;
        return size.has_value();
    }
};

/// The first method from number `next` of the table on that is allowed and suits. `next` becomes the number
/// behind it.
template <class Record>
std::unique_ptr<typename Record::Run> start_next(MethodTable<Record> table,
                                                 const ForcedMethod<Record>& forced,
                                                 typename Record::Problem& problem, std::size_t& next) {
    for (;;) {
        const Record& method = *table[next++];
        if (!forced.allows(table, method)) continue;
        if (auto run = method.start(problem)) return run;
    }
}

} // namespace mergus::cuda
