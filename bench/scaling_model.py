#!/usr/bin/env python3
"""Prints the tables of docs/SCALING.md: bytes and messages of products on ranks, from the model of that page.

Assumptions are parameters: entries of 12 bytes (a column of 32 bits and a value of 64), offsets of 8 bytes, a rank for each block,
entries cut evenly, a link of LINK bytes a second in each direction, LATENCY seconds for a message.
"""
import argparse

ENTRY, OFFSET, VALUE = 12, 8, 8


def grid_of(ranks, shape):
    """(p, q): 'flat' is ranks x 1, 'square' as square as the number allows."""
    if shape == "flat":
        return ranks, 1
    p = int(ranks ** 0.5)
    while ranks % p:
        p -= 1
    return ranks // p, p


def product(rows, entries, p, q):
    """(bytes of a block, blocks fetched by a rank, bytes fetched, messages sent) of A*A."""
    block = OFFSET * rows / p + ENTRY * entries / (p * q)
    fetched = (p - 1) + (q - 1)
    if q == 1 or p == 1:
        fetched = max(p, q) - 1
    ranks = p * q
    return block, fetched, fetched * block, 2 * fetched + (ranks - 1)


def size(value):
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000:
            return f"{value:.3g} {unit}"
        value /= 1000
    return f"{value:.3g} TB"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--link", type=float, default=50e9, help="bytes a second in each direction")
    options.add_argument("--latency", type=float, default=5e-6, help="seconds for a message")
    options.add_argument("--factor", type=int, default=16, help="entries for each row")
    given = options.parse_args()
    print("| R-MAT | ranks | grid | block | fetched by a rank | messages of a rank | time of the link | vector of `mxv`, in each call |")
    print("|---|---|---|---|---|---|---|---|")
    for scale in (26, 30, 36):
        rows = 2 ** scale
        for ranks in (4, 64, 4096):
            for shape in ("flat", "square"):
                p, q = grid_of(ranks, shape)
                block, _, fetched, messages = product(rows, given.factor * rows, p, q)
                seconds = fetched / given.link + messages * given.latency
                vector = size(VALUE * rows * (ranks - 1) / ranks) if q == 1 else "and the blocks of a row"
                print(f"| {scale} | {ranks} | {p} x {q} | {size(block)} | {size(fetched)} | {messages} | {seconds:.3g} s | {vector} |")


if __name__ == "__main__":
    main()
