// esc_row.cuh: the products of a row, sorted by column in the registers of a group of threads.
//
// Each thread of a group of 8, 16 or 32 has up to 8 products. It sorts them by itself; then runs of threads
// are merged pairwise (bitonic), so that most exchanges are between registers of one thread: about 26
// instructions for each of 64 products, against about 100 with two products a thread. A word is a column, or
// a column above the product's index in the order of k. So equal columns are neighbours in the order of k, no
// two threads add to one entry, and values may have any size.
//
// Rows of B are read product by product: neighbouring threads read neighbouring entries.
//
// All threads of a warp take part, with rows or without. Bindings: as row_loop.cuh; B_offset, of an entry of
// B; combine(x, y); constants group_threads, each (products of a thread: 2, 4 or 8), symbolic, mask_kind: 0
// none, 2 complement; Key, a word that holds a column above index_bits.

#include "mxm/row_loop.cuh"

namespace mergus {

constexpr unsigned row_capacity = unsigned(group_threads) * unsigned(each);
constexpr unsigned index_bits = 8; // MxmProblem chooses the width of Key
static_assert(row_capacity <= 1u << index_bits, "an index fits");
// Functions that have a template parameter `threads` also serve groups of fewer threads.

template <class Word>
__device__ __forceinline__ void order(Word& a, Word& b) {
    const Word low = min_of(a, b);
    b = max_of(a, b);
    a = low;
}

// Sorts a bitonic sequence in the words of each thread.
template <class Word>
__device__ __forceinline__ void sort_own_bitonic(Word (&word)[each], int half) {
#pragma unroll
    for (int distance = each / 2; distance > 0; distance /= 2) {
        if (distance > half) continue;
#pragma unroll
        for (int u = 0; u < each; ++u)
            if ((u & distance) == 0) order(word[u], word[(u | distance) % each]);
    }
}

// Afterwards the words of a row ascend from thread to thread: thread `rank` has those from rank * each on.
template <int threads, class Word>
__device__ __forceinline__ void sort_words(Word (&word)[each], unsigned rank) {
#pragma unroll
    for (int run = 1; run < each; run *= 2) {
#pragma unroll
        for (int u = 0; u < each; ++u) {
            const int other = u ^ (2 * run - 1);
            if (other > u) order(word[u], word[other % each]);
        }
        sort_own_bitonic(word, run / 2);
    }
#pragma unroll
    for (int run = 1; run < threads; run *= 2) {
        // The mirrored word of the other run; then both halves are bitonic.
        Word other[each];
#pragma unroll
        for (int u = 0; u < each; ++u) other[u] = shuffle_xor(full_mask, word[each - 1 - u], 2 * run - 1);
#pragma unroll
        for (int u = 0; u < each; ++u)
            word[u] = (rank & unsigned(run)) == 0 ? min_of(word[u], other[u]) : max_of(word[u], other[u]);
#pragma unroll
        for (int distance = run / 2; distance > 0; distance /= 2) {
#pragma unroll
            for (int u = 0; u < each; ++u) {
                const Word far = shuffle_xor(full_mask, word[u], distance);
                word[u] = (rank & unsigned(distance)) == 0 ? min_of(word[u], far) : max_of(word[u], far);
            }
        }
        sort_own_bitonic(word, each);
    }
}

// The sum of `mine` over the threads of the group before this one, and this one.
template <int threads>
__device__ __forceinline__ unsigned group_inclusive_sum(unsigned mine, unsigned rank) {
#pragma unroll
    for (unsigned distance = 1; distance < unsigned(threads); distance *= 2) {
        const unsigned other = shuffle_up(full_mask, mine, distance);
        if (rank >= distance) mine += other;
    }
    return mine;
}
// The number that the group's last thread has.
template <int threads, class T>
__device__ __forceinline__ T of_last(const T& mine, unsigned rank) {
    return shuffle(full_mask, mine, int(lane() - rank + unsigned(threads) - 1));
}

// The words of row i with entries [a_begin, a_end) of A, unsorted. Numeric: stores products[index]. Returns
// the number of products to all threads of the group.
template <int threads, class Word>
__device__ __forceinline__ unsigned load_products(const Operands& in, uint64_t i, uint64_t a_begin,
                                                  uint64_t a_end, unsigned rank, Word (&word)[each],
                                                  Spread<C_value>* products) {
    constexpr bool keeps_b = sizeof(B_value) <= 8; // in registers, to have all loads in flight
    const unsigned first_lane = lane() - rank;
#pragma unroll
    for (int u = 0; u < each; ++u) word[u] = ~Word(0);
    unsigned done = 0;
    for (uint64_t e0 = a_begin; __any_sync(full_mask, e0 < a_end); e0 += unsigned(threads)) {
        B_offset begin = 0;
        unsigned length = 0;
        if (e0 + rank < a_end) {
            const A_index k = in.a_col[e0 + rank];
            begin = B_offset(in.b_ptr[k]);
            length = unsigned(in.b_ptr[k + 1] - begin);
        }
        const unsigned end = done + group_inclusive_sum<threads>(length, rank),
                       total = of_last<threads>(end, rank);
        begin -= end - length; // product p of this entry of A is at begin + p (unsigned)
        unsigned entry[each];
        // Set for every thread: in a loop around this function, registers that are set under a condition
        // would be kept from one pass to the next.
        Index column[each] = {};
        B_value b[keeps_b ? each : 1] = {};
        B_offset at[each];
#pragma unroll
        for (int u = 0; u < each; ++u) {
            const unsigned p = unsigned(u * threads) + rank;
            unsigned n = 0;
#pragma unroll
            for (unsigned step = unsigned(threads) / 2; step > 0; step /= 2)
                if (shuffle(full_mask, end, int(first_lane + n + step - 1)) <= p) n += step;
            entry[u] = n;
            at[u] = shuffle(full_mask, begin, int(first_lane + n)) + p;
            if (p < done || p >= total) continue;
            column[u] = in.b_col[at[u]];
            if (!symbolic && keeps_b) b[keeps_b ? u : 0] = in.b_val[at[u]];
        }
#pragma unroll
        for (int u = 0; u < each; ++u) {
            const unsigned p = unsigned(u * threads) + rank;
            if (p < done || p >= total) continue;
            if constexpr (symbolic) {
                word[u] = Word(column[u]);
            } else {
                const uint64_t e = e0 + entry[u];
                word[u] = Word(column[u]) << index_bits | Word(p);
                products[p].value =
                    multiply(in.a_val[e], keeps_b ? b[keeps_b ? u : 0] : in.b_val[at[u]],
                             int64_t(in.first_row + i), int64_t(in.a_col[e]), int64_t(column[u]));
            }
        }
        done = total;
    }
    return done;
}

__device__ __forceinline__ bool is_masked_out(const Operands& in, uint64_t i, Index j) {
    if (mask_kind != 2) return false;
    const uint64_t e = lower_bound(in.m_col, in.m_ptr[i], in.m_ptr[i + 1], j);
    return e < in.m_ptr[i + 1] && in.m_col[e] == j && truth(in.m_val[e]);
}

// Bit u: the column of word u is not that of the word before. words are sorted.
template <class Word>
__device__ __forceinline__ unsigned first_words(const Word (&word)[each], unsigned rank, unsigned total) {
    constexpr unsigned shift = symbolic ? 0 : index_bits;
    const Word below = shuffle_up(full_mask, word[each - 1], 1u);
    unsigned first = 0;
#pragma unroll
    for (int u = 0; u < each; ++u) {
        const unsigned index = rank * unsigned(each) + unsigned(u);
        const Word before = u == 0 ? below : word[(u + each - 1) % each];
        if (index < total && (index == 0 || word[u] >> shift != before >> shift)) first |= 1u << u;
    }
    return first;
}

// The entries of a row, which every thread of the group learns. Symbolic.
template <int threads>
__device__ __forceinline__ unsigned count_sorted_row(const Operands& in, uint64_t i, uint64_t a_begin,
                                                     uint64_t a_end, unsigned rank, unsigned& products) {
    Index word[each];
    products =
        load_products<threads>(in, i, a_begin, a_end, rank, word, static_cast<Spread<C_value>*>(nullptr));
    sort_words<threads>(word, rank);
    unsigned entries = unsigned(__popc(first_words(word, rank, products)));
#pragma unroll
    for (int bits = 1; bits < threads; bits *= 2) entries += shuffle_xor(full_mask, entries, bits);
    return entries;
}

// Memory of a group: products[row_capacity], then keys[padded_keys]. Word `index` is at padded(index), so
// that the threads of a group access different banks.
constexpr unsigned padded_keys = unsigned(group_threads) * unsigned(each + 1);
__device__ __forceinline__ unsigned padded(unsigned index) {
    return index / unsigned(each) * unsigned(each + 1) + index % unsigned(each);
}
// The arrays of this thread's group.
__device__ __forceinline__ void esc_row_memory(unsigned char* shared, Spread<C_value>*& products,
                                               Key*& keys) {
    const size_t bytes = sizeof(Spread<C_value>) * size_t(row_capacity) * Group::count();
    products = reinterpret_cast<Spread<C_value>*>(shared) + size_t(row_capacity) * Group::index();
    keys = reinterpret_cast<Key*>(shared + (bytes + 15) / 16 * 16) + size_t(padded_keys) * Group::index();
}

// The sum of the products of the column of word `index`, which is the column's first, in the order of k.
__device__ __forceinline__ C_value fold_from(unsigned index, unsigned total, const Key* keys,
                                             const Spread<C_value>* products) {
    constexpr Key mask = (Key(1) << index_bits) - 1;
    const Key first = keys[padded(index)];
    C_value sum = products[first & mask].value;
    for (++index; index < total; ++index) {
        const Key key = keys[padded(index)];
        if (key >> index_bits != first >> index_bits) break;
        sum = combine(sum, products[key & mask].value);
    }
    return sum;
}

// Bits of the words in `first` whose columns the mask keeps.
template <class Word>
__device__ __forceinline__ unsigned kept_words(const Operands& in, uint64_t i, const Word (&word)[each],
                                               unsigned first) {
    if (mask_kind != 2) return first;
#pragma unroll
    for (int u = 0; u < each; ++u)
        if ((first >> u & 1u) != 0 && is_masked_out(in, i, Index(word[u] >> index_bits))) first &= ~(1u << u);
    return first;
}

// sum[u] = the products of the column of word u up to that word, if the column's first word is this thread's;
// of the last column those in later threads too.
__device__ __forceinline__ void fold_own(const Key (&word)[each], unsigned first, unsigned rank,
                                         unsigned total, const Key* keys, const Spread<C_value>* products,
                                         C_value (&sum)[each]) {
    constexpr Key mask = (Key(1) << index_bits) - 1;
    C_value running = C_value(); // and every sum[u] is set: see load_products()
    bool open = false;
#pragma unroll
    for (int u = 0; u < each; ++u) {
        if (rank * unsigned(each) + unsigned(u) < total) {
            const bool starts = (first >> u & 1u) != 0;
            if (starts || open) {
                const C_value product = products[word[u] & mask].value;
                running = starts ? product : combine(running, product);
                open = true;
            }
        }
        sum[u] = running;
    }
    if (!open) return;
    const Key column = word[each - 1] >> index_bits;
    for (unsigned index = (rank + 1) * unsigned(each); index < total; ++index) {
        const Key key = keys[padded(index)];
        if (key >> index_bits != column) break;
        running = combine(running, products[key & mask].value);
    }
    sum[each - 1] = running;
}

// Writes a row of the product. Numeric. Returns the number of its entries. held: memory for a value of each
// lane of the warp, needed for more than two wide values of a thread, which are written one by one.
template <int threads>
__device__ __forceinline__ unsigned fill_sorted_row(const Operands& in, uint64_t i, uint64_t a_begin,
                                                    uint64_t a_end, unsigned rank, Spread<C_value>* products,
                                                    Key* keys, Index* cols, C_value* vals,
                                                    Spread<C_value>* held = nullptr) {
    // Sums of few bytes are collected in shared memory, so that the group writes them in one piece.
    constexpr bool collects = sizeof(C_value) <= 16;
    Key word[each];
    const unsigned total = load_products<threads>(in, i, a_begin, a_end, rank, word, products);
    sort_words<threads>(word, rank);
    const unsigned first = first_words(word, rank, total), kept = kept_words(in, i, word, first);
#pragma unroll
    for (int u = 0; u < each; ++u) keys[padded(rank * unsigned(each) + unsigned(u))] = word[u];
    const unsigned mine = unsigned(__popc(kept)), end = group_inclusive_sum<threads>(mine, rank);
    const unsigned entries = of_last<threads>(end, rank);
    unsigned at = end - mine;
    __syncwarp();
    if constexpr (!collects && each > 2 && is_wide<C_value>) {
#pragma unroll 1
        for (int u = 0; u < each; ++u) {
            const unsigned index = rank * unsigned(each) + unsigned(u);
            const bool keeps = (kept >> u & 1u) != 0;
            C_value sum;
            if (keeps) {
                sum = fold_from(index, total, keys, products);
                cols[at] = Index(keys[padded(index)] >> index_bits);
            }
            store_values(keeps ? vals + at : nullptr, sum, held);
            if (keeps) ++at;
        }
        __syncwarp();
    } else if constexpr (!collects) {
        // Sums are written by words, from the memory of the products once all are read.
        C_value sum[each];
#pragma unroll
        for (int u = 0; u < each; ++u)
            if ((kept >> u & 1u) != 0)
                sum[u] = fold_from(rank * unsigned(each) + unsigned(u), total, keys, products);
        __syncwarp();
#pragma unroll
        for (int u = 0; u < each; ++u) {
            if ((kept >> u & 1u) == 0) continue;
            cols[at] = Index(word[u] >> index_bits);
            products[at++].value = sum[u];
        }
        __syncwarp();
        copy_values(vals, entries, rank, unsigned(threads),
                    [&](unsigned e) -> const C_value& { return products[e].value; });
    } else {
        C_value sum[each];
        fold_own(word, first, rank, total, keys, products, sum);
        __syncwarp(); // all keys and products have been read
        bool keeps = false;
#pragma unroll
        for (int u = 0; u < each; ++u) {
            const unsigned index = rank * unsigned(each) + unsigned(u);
            if ((first >> u & 1u) != 0) {
                keeps = (kept >> u & 1u) != 0;
                if (keeps) keys[at] = word[u] >> index_bits;
            }
            const bool ends = u == each - 1 || (first >> (u + 1) & 1u) != 0 || index + 1 == total;
            if (keeps && ends && index < total) products[at++].value = sum[u];
        }
        __syncwarp();
        for (unsigned e = rank; e < entries; e += unsigned(threads)) cols[e] = Index(keys[e]);
        copy_values(vals, entries, rank, unsigned(threads),
                    [&](unsigned e) -> const C_value& { return products[e].value; });
    }
    return entries;
}

} // namespace mergus
