/// \file oracle_facts.cpp
/// The programs behind the table of docs/SUITESPARSE.md: what a version of SuiteSparse:GraphBLAS does, shown
/// by calls of GraphBLAS alone. Mergus takes no part.
///
///     mergus_oracle_facts [PAGE]
///
/// prints a row for each fact: ✓ as the specification says, ✗ not. With a page it compares them with the
/// column of the version. Exit status 0: equal; 1: not; 77: the page has no such column.
///
/// Each fact runs in a process of its own: some crash or do not end.
#include "oracle_facts.hpp"

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace oracle {

void ok(GrB_Info info, int line) {
    if (info == GrB_SUCCESS) return;
    std::cerr << "line " << line << ": GraphBLAS returned " << info << std::endl;
    _exit(not_shown);
}

namespace {

constexpr unsigned longest = 30; ///< seconds of a fact

/// ✓, ✗, or ? if a call that prepares the fact failed. A process that crashes or does not end is wrong.
std::string result_of(const Fact& fact) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(longest);
        OK(GrB_init(GrB_NONBLOCKING));
        _exit(fact.holds() ? right : wrong);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return "?";
    if (WIFEXITED(status) && WEXITSTATUS(status) == right) return "✓";
    return WIFEXITED(status) && WEXITSTATUS(status) == not_shown ? "?" : "✗";
}

std::vector<std::string> cells_of(const std::string& row) {
    std::vector<std::string> cells;
    for (std::size_t begin = row.find('|'), end = 0; begin != std::string::npos; begin = end) {
        end = row.find('|', begin + 1);
        if (end == std::string::npos) break;
        std::string cell = row.substr(begin + 1, end - begin - 1);
        cell.erase(0, cell.find_first_not_of(' '));
        cell.erase(cell.find_last_not_of(' ') + 1);
        cells.push_back(cell);
    }
    return cells;
}

const std::string version = std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." +
                            std::to_string(GxB_IMPLEMENTATION_MINOR) + "." +
                            std::to_string(GxB_IMPLEMENTATION_SUB);

/// The page's table and the number of the column that stands for this version: a column holds for all
/// versions of its first two numbers.
struct Table {
    std::vector<std::vector<std::string>> rows;
    std::size_t column = 0;
};
Table table_of(const char* page) {
    std::ifstream file(page);
    Table table;
    bool inside = false;
    const std::string series = version.substr(0, version.rfind('.') + 1);
    for (std::string line; std::getline(file, line);) {
        const std::vector<std::string> cells = cells_of(line);
        if (!cells.empty() && cells[0] == "call") {
            inside = true;
            for (std::size_t c = 1; c < cells.size(); ++c)
                if (cells[c].starts_with(series)) table.column = c;
        } else if (inside && cells.empty()) {
            break;
        } else if (inside && !cells[0].starts_with("---")) {
            table.rows.push_back(cells);
        }
    }
    return table;
}

int compare(const Table& table, const std::vector<std::string>& results) {
    if (table.rows.size() != facts().size()) {
        std::cout << "the page has " << table.rows.size() << " rows, the program " << facts().size() << "\n";
        return wrong;
    }
    if (table.column == 0) {
        std::cout << "the page has no column for " << version << "\n";
        return no_column;
    }
    int status = right;
    for (std::size_t k = 0; k < facts().size(); ++k) {
        const std::vector<std::string>& row = table.rows[k];
        if (row[0].starts_with(facts()[k].call) && row.at(table.column) == results[k]) continue;
        std::cout << "row " << k + 1 << " of the page differs: " << row[0] << "\n";
        status = wrong;
    }
    return status;
}

} // namespace

} // namespace oracle

int main(int argc, char** argv) {
    using namespace oracle;
    std::vector<std::string> results;
    std::cout << "| call | " << version << " |\n|---|---|\n";
    for (const Fact& fact : facts()) {
        std::cout.flush(); // before the fork
        results.push_back(result_of(fact));
        std::cout << "| " << fact.call << " | " << results.back() << " |\n";
    }
    return argc > 1 ? compare(table_of(argv[1]), results) : right;
}
