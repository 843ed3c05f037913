#!/usr/bin/env python3
"""Random calls of sprintf, snprintf and sscanf: what the C library of this machine gives, natively for both data models, against the
models run by cinch's interpreter. usage: formats.py CINCH CALLS SEED [--keep DIRECTORY]"""
import argparse, os, random, subprocess, sys, tempfile

BATCH = 40       # calls of one program
ROOM = 96        # bytes of a buffer
HEAD = "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n#include <stdint.h>\n#include <stddef.h>\n" \
       "static int same(const char *a, const char *b, int n) { while (n--) if (a[n] != b[n]) return 0; return 1; }\n" \
       "void reach_error(void) {} /* the end: a run that is stuck does not come there */\n"
INTEGERS = {"hh": "int", "h": "int", "": "int", "l": "long", "ll": "long long", "z": "size_t", "t": "ptrdiff_t", "j": "intmax_t"}
STORED = {"hh": "signed char", "h": "short", "": "int", "l": "long", "ll": "long long", "z": "ptrdiff_t", "t": "ptrdiff_t",
          "j": "intmax_t"}


def literal(data):
    """Bytes as a C string literal."""
    return '"' + "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\?' else "\\%03o" % c for c in data) + '"'


def draw_integer(rng, type_):
    bits = rng.choice([1, 4, 8, 16, 31, 32, 32] + ([63, 64] if type_ in ("long long", "intmax_t") else []))
    value = rng.getrandbits(bits) * rng.choice([1, 1, -1])
    value = rng.choice([value, value, value, 0, 1, -1, 2 ** 31 - 1, -2 ** 31])
    return f"({type_}){value & (2 ** 64 - 1)}ull"


def draw_text(rng, most=12):
    return "".join(rng.choice("abcXYZ 09-%_") for _ in range(rng.randrange(most)))


def print_directive(rng, arguments):
    flags = "".join(f for f in "-+ #0" if rng.random() < 0.2)
    width = rng.choice(["", "", str(rng.randrange(1, 25)), "*"])
    precision = rng.choice(["", "", ".", "." + str(rng.randrange(0, 25)), ".*"])
    kind = rng.choice("dddiuuxXoocss%n")
    if kind == "%":
        return "%%"
    if kind == "n":
        arguments.append("&count")
        return "%n"
    if kind == "c":
        precision = ""
    for star in (width, precision):
        if "*" in star:
            arguments.append(str(rng.randrange(-20, 20)))
    if kind == "c":
        arguments.append(f"{rng.randrange(1, 256)}")
        return f"%{flags}{width}c"
    if kind == "s":
        arguments.append(literal(draw_text(rng).encode()))
        return f"%{flags}{width}{precision}s"
    length = rng.choice(list(INTEGERS))
    arguments.append(draw_integer(rng, INTEGERS[length]))
    return f"%{flags}{width}{precision}{length}{kind}"


def print_call(rng):
    arguments, text = [], ""
    for _ in range(rng.randrange(1, 4)):
        text += draw_text(rng, 5).replace("%", "%%") + print_directive(rng, arguments)
    arguments = "".join(", " + a for a in arguments)
    if rng.random() < 0.3:
        return f"sprintf(b, {literal(text.encode())}{arguments})"
    return f"snprintf(b, {rng.choice([0, 1, 2, 5, 10, 20, ROOM])}, {literal(text.encode())}{arguments})"


def scan_directive(rng, arguments, places):
    skip = rng.random() < 0.15
    width = rng.choice(["", "", "", str(rng.randrange(1, 7))])
    kind = rng.choice("dddiuxoXcs[n%")
    if kind == "%":
        return "%%"
    if kind == "n":
        arguments.append("&count")
        return "%n"
    if kind in "cs[":
        place = f"b + {16 * (len(places) % 5)}"
        width = str(rng.randrange(1, 12)) if kind != "c" or rng.random() < 0.5 else ""
        if kind == "[":
            kind = rng.choice(["[a-z]", "[^a-z]", "[0-9-]", "[]x]", "[^ ]", "[-+0-9]", "[abc]", "[^]]"])
        length = ""
    else:
        length = rng.choice(list(STORED))
        place = f"({STORED[length]} *)(b + {16 * (len(places) % 5)})"
    places.append(place)
    if not skip:
        arguments.append(place)
    return f"%{'*' if skip else ''}{width}{length}{kind}"


def scan_text(rng):
    parts = ["12", "-7", "+3", "0x1f", "0X", "0x", "077", "09", "abc", "x", " ", "  ", "\n", "-", "+", "99999999999", "-99999999999",
             "18446744073709551615", "99999999999999999999999", "-1", "%", "0", "a-z", "]", ",", "deadBEEF", "2147483648", "-0x8", "7f"]
    return "".join(rng.choice(parts) + rng.choice(["", " ", " ", ","]) for _ in range(rng.randrange(0, 5)))


def scan_call(rng):
    arguments, places, text = [], [], ""
    for _ in range(rng.randrange(1, 4)):
        text += rng.choice(["", "", " ", ",", "x", "0"]) + scan_directive(rng, arguments, places)
    arguments = "".join(", " + a for a in arguments)
    return f"sscanf({literal(scan_text(rng).encode())}, {literal(text.encode())}{arguments})"


def write(path, calls, ends):
    with open(path, "w") as f:
        f.write(HEAD + "int main(void) {\n    static _Alignas(16) char b[%d];\n    int r, count;\n" % ROOM)
        for i, call in enumerate(calls):
            f.write(f"    memset(b, '~', sizeof b), count = 77;\n    r = {call};\n    {ends[i]}\n")
        f.write("    reach_error();\n    return 0;\n}\n")


def native(path, model):
    program = path[:-2] + model
    flag = "-m32" if model == "ILP32" else "-m64"
    subprocess.run(["cc", flag, "-w", "-O0", "-fno-builtin", "-o", program, path], check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True, timeout=60).stdout.split("\n")
    os.remove(program)
    return [line.split() for line in lines if line]


def expectation(result):
    number, count, data = result
    return f"assert(r == {number} && count == {count} && same(b, {literal(bytes.fromhex(data))}, sizeof b));"


def compare(cinch, directory, name, calls, model):
    """The calls on which the model differs."""
    show = 'printf("%d %d ", r, count); for (int i = 0; i < (int)sizeof b; i++) printf("%02x", (unsigned char)b[i]); puts("");'
    path = os.path.join(directory, name + ".c")
    write(path, calls, [show] * len(calls))
    results = native(path, model)
    asked = os.path.join(directory, name + "-expected.c")
    write(asked, calls, [expectation(r) for r in results])
    run = subprocess.run([cinch, "run", "--data-model", model, asked], capture_output=True, text=True, timeout=300)
    if "RUN: error(unreach-call)" in run.stdout:
        os.remove(path), os.remove(asked)
        return []
    if len(calls) == 1:
        return [(model, calls[0], results[0], run.stdout.strip().split("\n")[-1] + run.stderr[-200:])]
    half = len(calls) // 2
    parts = compare(cinch, directory, name + "a", calls[:half], model) + compare(cinch, directory, name + "b", calls[half:], model)
    return parts or [(model, "; ".join(calls), results[0], "together only: " + asked)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cinch"), parser.add_argument("calls", type=int), parser.add_argument("seed", type=int)
    parser.add_argument("--keep", default=None)
    o = parser.parse_args()
    rng = random.Random(o.seed)
    directory = o.keep or tempfile.mkdtemp()
    os.makedirs(directory, exist_ok=True)
    different, number = [], 0
    while number < o.calls:
        model = rng.choice(["LP64", "ILP32"])
        calls = [print_call(rng) if rng.random() < 0.6 else scan_call(rng) for _ in range(BATCH)]
        different += compare(o.cinch, directory, f"formats-{o.seed}-{number}", calls, model)
        number += BATCH
    for model, call, result, said in different:
        print(f"DIFFERENT {model}: {call}\n    library: {result[0]} count {result[1]} {literal(bytes.fromhex(result[2]))}\n    {said}")
    print(f"formats: {number} calls, {len(different)} different")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
