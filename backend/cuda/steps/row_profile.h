// row_profile.h: what the rows of a matrix are like, as host and device see it.

#ifndef MERGUS_ROW_PROFILE_H
#define MERGUS_ROW_PROFILE_H

namespace mergus {

// Rows of more than long_row_entries entries are long. Up to listed_rows of them are listed: as many as a
// post has words for.
enum RowProfileLimits { long_row_entries = 512, listed_rows = 31 };

struct RowProfile {
    unsigned long long longest;       // row, in entries
    unsigned long long span;          // columns from the first entry of a row to its last, at most
    unsigned long long blocks;        // of 32 columns, of all rows: PatternBlock
    unsigned long long longest_short; // row that is not long, in entries
    unsigned long long long_rows, long_entries;
    unsigned long long diagonal;    // rows whose only entry is on the diagonal
    unsigned long long filled_rows; // rows that have entries
    // The number of sampled entries that have an entry at the same position in the next row, and the number
    // of those whose column is close to that entry's column.
    unsigned sampled, near;
    // Of a sample of rows: how many have entries, and how many of these have a pattern that one of the next
    // rows repeats at other columns.
    unsigned sampled_rows, repeated;
    unsigned long_row[listed_rows]; // in any order; the low bits of their numbers
};
static_assert(sizeof(RowProfile) == 208, "the same for both compilers");
static_assert(__builtin_offsetof(RowProfile, sampled) == 64, "the counts, in front, are posted_counts words");

// Zero between launches.
struct RowProfileSum {
    RowProfile profile;
    unsigned long long blocks; // that have ended
};

// The words of a posted profile: its counts (at most most_posted_count), the four numbers of the sample, of
// sample_bits bits each, and the long rows.
enum RowProfileWords {
    posted_counts = 8,
    posted_sample = posted_counts,
    posted_long_rows,
    posted_profile = posted_long_rows + listed_rows,
    sample_bits = 12
};
constexpr unsigned long long most_posted_count = (1ull << 48) - 1;

} // namespace mergus

#endif
