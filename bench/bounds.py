#!/usr/bin/env python3
"""Bounds of loops, confirmed by native runs: no run makes more rounds than cinch bounds says.

    bench/bounds.py CINCH [--runs N] [--timeout S] [--controller DIR] [FILE...]

Of each FILE (default: examples and modules of examples/libraries/own; one word may have several files and options) the table of `cinch bounds` is taken, and a copy of the source is compiled
in which every bounded loop counts: the bound is evaluated where the loop is entered, and a round above it ends the run with status 99. The inputs
are drawn at random, small and large, N times. --controller: the hoverboard controller, its step function called on drawn inputs. One line a
program; the end has status 1 where a bound is exceeded. Loops whose keyword is not at the position of the table (macros) are not confirmed."""
import argparse, json, os, re, subprocess, sys, tempfile

RUNTIME = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct { long long most, rounds, all; int fresh; } cinch_loops[500];
unsigned long long cinch_random = 88172645463325252ull;
static unsigned long long draw(void) {
    cinch_random ^= cinch_random << 13, cinch_random ^= cinch_random >> 7, cinch_random ^= cinch_random << 17;
    unsigned long long x = cinch_random >> 8;
    switch (x & 3) { case 0: return x >> 8 & 7; case 1: return x >> 8 & 255; case 2: return x >> 8 & 4095; default: return -(x >> 8 & 15); }
}
long long cinch_bits(long long x) { return x ? 64 - __builtin_clzll((unsigned long long)x) : 0; }
long long cinch_ones(long long x) { return __builtin_popcountll((unsigned long long)x); }
long long cinch_abs(long long x) { return x < 0 ? -x : x; }
long long cinch_max(long long x, long long y) { return x < y ? y : x; }
static int round_of(int k, long long total) {
    if (++cinch_loops[k].all > total && total) fprintf(stderr, "loop %d: more than %lld rounds in all\n", k, total), _exit(99);
    return 0;
}
int cinch_enter(int k) { return cinch_loops[k].fresh = 1, 0; }
int cinch_head(int k, long long most, long long total) {
    if (!cinch_loops[k].fresh) round_of(k, total);
    if (cinch_loops[k].fresh) cinch_loops[k].most = most < 0 ? 0 : most, cinch_loops[k].rounds = cinch_loops[k].fresh = 0;
    else if (++cinch_loops[k].rounds > cinch_loops[k].most) fprintf(stderr, "loop %d: more than %lld rounds\n", k, cinch_loops[k].most), _exit(99);
    return 0;
}
int cinch_before(int k, long long most) { return cinch_loops[k].most = most < 1 ? 1 : most, cinch_loops[k].rounds = cinch_loops[k].fresh = 0, 0; }
#define GIVE(name, type) type __VERIFIER_nondet_##name(void) { return (type)draw(); }
GIVE(int, int) GIVE(uint, unsigned) GIVE(char, char) GIVE(uchar, unsigned char) GIVE(short, short) GIVE(ushort, unsigned short)
GIVE(long, long) GIVE(ulong, unsigned long) GIVE(bool, _Bool) GIVE(size_t, unsigned long)
float __VERIFIER_nondet_float(void) { return (float)(long long)draw() / 3; }
double __VERIFIER_nondet_double(void) { return (double)(long long)draw() / 3; }
void __VERIFIER_nondet_memory(void *p, unsigned long n) { for (unsigned long i = 0; i < n; i++) ((unsigned char *)p)[i] = (unsigned char)draw(); }
void __VERIFIER_assume(int holds) { if (!holds) _exit(0); }
void reach_error(void) { _exit(0); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { (void)a, (void)b, (void)c, (void)d; _exit(0); }
__attribute__((constructor)) static void seed(void) {
    const char *s = getenv("SEED");
    cinch_random ^= (s ? strtoull(s, 0, 10) : 1) * 0x9E3779B97F4A7C15ull;
    for (int i = 0; i < 8; i++) draw();
}
"""
DECLARE = ("int cinch_enter(int), cinch_head(int, long long, long long), cinch_before(int, long long);\n"
           "long long cinch_bits(long long), cinch_ones(long long), cinch_abs(long long), cinch_max(long long, long long);\n#line 1\n")

def closing(text, at):
    """The parenthesis that ends the one at `at`; strings and characters are passed over."""
    depth = 0
    while at < len(text):
        c = text[at]
        if c in "\"'":
            at += 1
            while text[at] != c: at += 2 if text[at] == "\\" else 1
        depth += (c == "(") - (c == ")")
        if not depth: return at
        at += 1

def parts(text):
    """The three parts of a for."""
    found, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if c == ";" and not depth: found.append(text[last:i]); last = i + 1
    return found + [text[last:]]

def counted(text, loops):
    """The source with counters in its bounded loops, and how many have one. From the end, so that positions stay."""
    starts, done = [0], 0
    for line in text.split("\n"): starts.append(starts[-1] + len(line) + 1)
    for k, l in sorted(enumerate(loops), key=lambda x: (-x[1]["line"], -x[1]["column"])):
        at = starts[l["line"] - 1] + l["column"] - 1
        word = re.match(r"(for|while|do)\b\s*", text[at:])
        bound = str(l["most"]) if "most" in l else re.sub(r"\b(bits|ones|abs|max)\(", r"cinch_\1(", l.get("bound", ""))
        total = l.get("total", 0)
        if l["state"] != "bounded" or not word: continue
        kind, open_ = word.group(1), at + word.end()
        if kind == "do":
            tail = "if (cinch_before(%d, (long long)(%s))) ; else " % (k, bound)
            rest = text[open_:]
            end = re.search(r"\}\s*while\s*\(", rest)
            if not end: continue
            p = open_ + end.end() - 1
            end = closing(text, p)
            text = f"{text[:at]}{tail}{text[at:p]}((cinch_head({k}, 0, {total}ll), {text[p + 1:end]}){text[end:]}"
        else:
            end = closing(text, open_)
            inner = text[open_ + 1:end]
            head = "cinch_head(%d, (long long)(%s), %dll)" % (k, bound, total)
            if kind == "while": new = f"while (({head}, ({inner})))"
            else:
                three = parts(inner)
                new = f"for ({three[0]}; ({head}, ({three[1].strip() or '1'})); {three[2]})"
            text = text[:at] + f"if (cinch_enter({k})) ; else " + new + text[end + 1:]
        done += 1
    return DECLARE + text, done

def table(cinch, words, timeout):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([cinch, "bounds", *words, "--json", out.name, "--timeout", str(timeout)], capture_output=True)
        try: return json.load(open(out.name))["loops"]
        except ValueError: return None

def confirm(name, sources, loops, flags, runs, own=""):
    """Compile and run; (loops that count, runs that exceed a bound)."""
    with tempfile.TemporaryDirectory() as d:
        files, done = [], 0
        for i, f in enumerate(sources):
            mine = [l if os.path.basename(l["file"]) == os.path.basename(f) and l["kind"] == "loop" else dict(l, state="") for l in loops]
            text, n = counted(open(f).read(), mine)
            done += n
            files.append(os.path.join(d, os.path.basename(f)))
            open(files[-1], "w").write(text)
        open(os.path.join(d, "runtime.c"), "w").write(RUNTIME + own)
        dirs = sorted({"-I" + (os.path.dirname(f) or ".") for f in sources})
        p = subprocess.run(["clang-19", "-w", "-O1", *flags, *dirs, *files, os.path.join(d, "runtime.c"), "-lm", "-o", os.path.join(d, "run")],
                           capture_output=True, text=True)
        if p.returncode:
            print(f"{name}: not compiled: {p.stderr[:300]}")
            return 0, 0
        bad = 0
        for seed in range(runs):
            try: p = subprocess.run([os.path.join(d, "run")], env={"SEED": str(seed)}, capture_output=True, timeout=2)
            except subprocess.TimeoutExpired: continue
            if p.returncode == 99:
                bad += 1
                print(f"{name}: EXCEEDED, seed {seed}: {p.stderr.decode()}")
        return done, bad

OWN = "examples/libraries/own/"
PROGRAMS = ["examples/gcd.c", "examples/gcd-broken.c", "examples/hard.c", "examples/ring_harness.c examples/ring.c",
            "examples/cruise.c --step cruise_step --init cruise_init --input v_kmh --input driver"] + [
            OWN + f + ".c" for f in ("crc", "crc_table", "utf8", "bignum", "base64", "cobs", "cobs_decode", "inet_ntoa", "inet_aton", "hexdump", "mailbox")]

def report(name, loops, done, bad, runs):
    count = lambda s: sum(l["state"] == s for l in loops)
    print(f"{name}: {len(loops)} loops: {count('bounded')} bounded, {count('ends')} end, {count('endless')} do not end, {count('open')} open; "
          f"{done} confirmed by {runs} runs, {bad} exceeded", flush=True)

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cinch"); ap.add_argument("--runs", type=int, default=200); ap.add_argument("--timeout", type=float, default=20)
    ap.add_argument("--controller"); ap.add_argument("files", nargs="*")
    a = ap.parse_intermixed_args()
    wrong = 0
    for f in a.files or ([] if a.controller else PROGRAMS):
        words = f.split()
        loops = table(a.cinch, words, a.timeout)
        if loops is None: print(f"{f}: no table"); continue
        sources = [w for w in words if w.endswith(".c")]
        done, bad = confirm(f, sources, loops, [], a.runs) if any(l["state"] == "bounded" for l in loops) else (0, 0)
        report(f, loops, done, bad, a.runs)
        wrong += bad
    if a.controller:
        d = a.controller
        sources = [os.path.join(d, f) for f in ("BLDC_controller.c", "BLDC_controller_data.c", "wrap.c")]
        words = sources + ["-I" + d, "--step", "wrap_step", "--init", "wrap_init", "--input", "rtU", "--data-model", "ILP32"]
        drive = ('#include "BLDC_controller.h"\nextern ExtU rtU; void wrap_init(void), wrap_step(void);\nint main(void) {\n    wrap_init();\n'
                 "    for (int i = 0; i < 20000; i++) {\n        unsigned char *p = (unsigned char *)&rtU;\n"
                 "        for (unsigned k = 0; k < sizeof rtU; k++) p[k] = (unsigned char)draw();\n        wrap_step();\n    }\n    return 0;\n}\n")
        loops = table(a.cinch, words, a.timeout)
        done, bad = confirm("hoverboard", sources, loops, ["-m32", "-msse2", "-mfpmath=sse"], max(a.runs // 10, 1), drive) if loops else (0, 0)
        report("hoverboard", loops or [], done, bad, max(a.runs // 10, 1))
        wrong += bad
    return wrong > 0

if __name__ == "__main__": sys.exit(main())
