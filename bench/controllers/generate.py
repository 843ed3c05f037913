#!/usr/bin/env python3
"""Controllers with coverage goals whose answer is known: generate.py DIR [--count 44] [--seed 1] [--only N]

Each is a step function put together from blocks (blocks.py), with parameters drawn from its number: the same seed gives the same files.
The first line says how to ask cinch. A line that ends in `planted: dead` is one that no run executes, `planted: live` one that some run
does though it looks dead or lies deep; check.py compares."""
import argparse, os, random
from blocks import BLOCKS, Controller

SIZES = [3, 3, 4, 4, 5, 6, 8, 10, 13, 18]


def controller(seed, number):
    r = random.Random(seed * 100003 + number)
    c = Controller(r)
    kinds = list(BLOCKS)
    # Every block opens some controller; what follows it is drawn.
    chosen = [kinds[number % len(kinds)]] + r.choices(kinds, k=SIZES[number % len(SIZES)] - 1)
    for kind in chosen:
        kind(c)
    return c.text()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory")
    parser.add_argument("--count", type=int, default=44)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this one alone")
    a = parser.parse_args()
    os.makedirs(a.directory, exist_ok=True)
    for number in range(a.count) if a.only is None else [a.only]:
        with open(os.path.join(a.directory, f"controller-{number:02}.c"), "w") as f:
            f.write(controller(a.seed, number))


if __name__ == "__main__":
    main()
