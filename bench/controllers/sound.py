#!/usr/bin/env python3
"""Does llvm-cov agree with what cinch says of the controllers? sound.py OUT [--steps 10000000] [--every 1]

The tests that run.py kept are run: what cinch calls covered must have been executed, and MC/DC goals must be covered where they are those of
unique cause. Then native steps must not hit what it calls unreachable.

OUT is what run.py left: reports, and the sources in OUT/sources (or the directory given with --sources). Each controller is compiled with
clang's coverage instrumentation and a main function that gives its inputs random values, held, drawn again, near constants and at the edges of
their types, within the ranges that its first line names. llvm-cov says what was executed: an unreachable statement or condition that was, at the same
line and column, is printed, and the exit status is 1."""
import argparse, glob, json, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../tests/goal"))
import coverage
from coverage import FLAGS, compare, run

HARNESS = """
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
static uint64_t seed_ = %(seed)d;
static uint64_t draw_(void) { seed_ ^= seed_ << 13; seed_ ^= seed_ >> 7; seed_ ^= seed_ << 17; return seed_; }
static const double usual_[] = {%(constants)s};
static double number_(void) {
    double near = usual_[draw_() %% (sizeof usual_ / sizeof *usual_)];
    switch (draw_() %% 6) {
    case 0: return near;
    case 1: return near + 1;
    case 2: return near - 1;
    case 3: return near * (1 + (double)(int64_t)draw_() * 1e-25);
    case 4: return (double)(int64_t)draw_() / 9e18 * 1000;
    default: return (double)(draw_() %% 256);
    }
}
static float any_float_(void) { uint32_t b = (uint32_t)draw_(); float f; memcpy(&f, &b, 4); return draw_() %% 8 ? (float)number_() : f; }
static double any_double_(void) { uint64_t b = draw_(); double f; memcpy(&f, &b, 8); return draw_() %% 8 ? number_() : f; }
static int64_t any_word_(void) { double x = number_(); return draw_() %% 4 && x > -9e18 && x < 9e18 ? (int64_t)x : (int64_t)draw_(); }
#define DRAW_(x) _Generic((x), float: any_float_(), double: any_double_(), default: any_word_())
int main(void) {
    uint64_t held_ = 0;
    %(init)s
    for (uint64_t n_ = 0; n_ < %(steps)dull; n_++) {
        if (n_ %% 100000 == 0) held_ = draw_() %% 4;
        %(draw)s
        %(step)s();
    }
    return 0;
}
"""


def options_of(source):
    with open(source) as f:
        return f.readline().split(":", 1)[1].split()


def values(words, flag):
    return [words[i + 1] for i, w in enumerate(words) if w == flag]


def draw(name, ranges, finite):
    """A statement that gives the input a value: seldom where values are held."""
    root = re.split(r"[.\[]", name)[0]
    often = f"if (!(draw_() % (held_ ? held_ * held_ * 37 : 1)))"
    bounds = ranges.get(name) or ranges.get(root)
    if bounds:
        low, high = bounds.split(":")
        return f"{often} {{ {name} = ({low}) + (({high}) - ({low})) * (double)(draw_() >> 11) / 9007199254740992.0; }}"
    more = f" while (!({name} - {name} == 0)) {name} = DRAW_({name});" if name in finite or root in finite else ""
    return f"{often} {{ {name} = DRAW_({name});{more} }}"


def program(source, report, steps):
    words = options_of(source)
    text = open(source).read()
    ranges = dict(r.split("=", 1) for r in values(words, "--range"))
    names = sorted({i["name"] for t in report["tests"] for i in t["inputs"] if re.fullmatch(r"[A-Za-z_][\w.\[\]]*", i["name"])})
    roots = set(values(words, "--input"))
    names = [n for n in names if re.split(r"[.\[]", n)[0] in roots]
    constants = re.findall(r"(?<![\w.])\d+(?:\.\d+)?", text)[:400] or ["0"]
    init = "".join(f"{f}();" for f in values(words, "--init"))
    return names, text + HARNESS % {"seed": 88172645463325252, "constants": ", ".join(constants), "init": init, "steps": steps,
                                    "draw": "\n        ".join(draw(n, ranges, values(words, "--finite")) for n in names),
                                    "step": values(words, "--step")[0]}


def measure(source, report, steps, work):
    names, text = program(source, report, steps)
    if not names:
        return None
    code, binary, profile = (os.path.join(work, n) for n in (os.path.basename(source), "program", "profile"))
    with open(code, "w") as f:
        f.write(text)
    run(["clang-19", "-w", "-O1", "-ffp-contract=off", *FLAGS[:2], code, "-lm", "-o", binary])
    subprocess.run([binary], env={**os.environ, "LLVM_PROFILE_FILE": profile}, timeout=600)
    run(["llvm-profdata-19", "merge", "-o", profile + ".data", profile])
    out = run(["llvm-cov-19", "export", binary, "-instr-profile", profile + ".data"]).stdout
    return json.loads(out)["data"][0]["files"][0]


def confirm(source, report, tests):
    """What of the suite llvm-cov does not confirm, and how many goals were compared."""
    if not tests:
        return [], 0
    with tempfile.TemporaryDirectory() as work:
        return compare(report["goals"], coverage.measure(source, tests, work, []), report["mcdc"] == "unique-cause")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--sources")
    parser.add_argument("--steps", type=int, default=10000000)
    parser.add_argument("--every", type=int, default=1)
    a = parser.parse_args()
    wrong, dead, asked, confirmed = [], 0, 0, 0
    for report in sorted(glob.glob(os.path.join(a.out, "*.json")))[::a.every]:
        source = os.path.join(a.sources or os.path.join(a.out, "sources"), os.path.basename(report)[:-5] + ".c")
        if not os.path.exists(source):
            continue
        found = json.load(open(report))
        tests = sorted(glob.glob(os.path.join(a.out, "tests", os.path.basename(report)[:-5], "test-*.c")))
        bad, compared = confirm(source, found, tests)
        wrong += [f"{source}: {w}" for w in bad]
        confirmed += compared
        print(f"{source}: {len(tests)} tests, {compared} goals compared with llvm-cov, {len(bad)} wrong", flush=True)
        goals = [g for g in found["goals"] if g["state"] == "unreachable"]
        with tempfile.TemporaryDirectory() as work:
            measured = measure(source, found, a.steps, work)
        if measured is None:
            print(f"{source}: no input by name")
            continue
        bad, compared = compare(goals, measured)
        wrong += [f"{source}: {w}" for w in bad]
        dead, asked = dead + compared, asked + 1
        print(f"{source}: {compared} unreachable goals, {a.steps} steps, {len(bad)} hit", flush=True)
    if not dead: sys.exit("nothing was compared: no report with unreachable goals")
    print("\n".join(wrong) if wrong else
          f"{confirmed} goals as llvm-cov measures the tests; none of {dead} unreachable goals of {asked} controllers was hit")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
