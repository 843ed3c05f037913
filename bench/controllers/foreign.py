#!/usr/bin/env python3
"""Is what cinch calls unreachable in controllers from elsewhere never hit by native steps? foreign.py FOLDER REPORTS [--steps 10000000] [--only NAME]

FOLDER has a tasks.csv (name, sources, step, init, inputs, data_model, flags), REPORTS a NAME.json for each task, as `cinch deadcode --json` writes it.
The sources are compiled with clang's coverage instrumentation and a main function that gives the inputs random values as sound.py does, in many
runs; bytes are flags in most of them, but for one of them that has values from 0 to 3. A run ends where it leaves an array, since that accesses stay inside their objects is assumed. llvm-cov says what was executed. An unreachable statement, branch or condition that was, at the same line and column, is printed, and the exit status is 1."""
import argparse, csv, glob, json, os, re, subprocess, sys, tempfile

from sound import HARNESS, draw
from coverage import FLAGS, compare, run

RUNS = 40
BOUNDS = ["-fsanitize=array-bounds", "-fsanitize-trap=array-bounds", "-fstrict-flex-arrays=3"]


def harness(task, report, text, steps):
    roots = task["inputs"].split()
    names = sorted({i["name"] for t in report["tests"] for i in t["inputs"] if re.split(r"[.\[]", i["name"])[0] in roots})
    constants = re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", text)[:400] or ["0"]
    # A seed for each run, and bytes that are flags. Counts of a step that does not end are no use: llvm-cov takes some of them as differences of others.
    text = HARNESS.replace("%(step)s();", "%(step)s();\n        if (!(n_ & (n_ - 1)) || n_ %% 100000 == 0) __llvm_profile_write_file();")
    text = text.replace("int main(void) {", """#include <signal.h>
#include <unistd.h>
int __llvm_profile_write_file(void);
static int narrow_;
static unsigned wide_;
static void quit_(int n) { (void)n; _exit(3); }
#undef DRAW_
#define DRAW_(x) (sizeof(x) == 1 && narrow_ ? (int64_t)(draw_() & ((uintptr_t)&(x) %% 11 == wide_ ? 3 : 1)) : _Generic((x), float: any_float_(), double: any_double_(), default: any_word_()))
int main(int argc, char **argv) {
    uint64_t run_ = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    signal(SIGILL, quit_);
    narrow_ = run_ %% 8 != 0;
    wide_ = run_ %% 11;
    for (seed_ += run_ * 7919; run_; run_--) draw_();""")
    return text % {"seed": 88172645463325252, "constants": ", ".join(constants), "init": task["init"] + "();", "steps": steps,
                      "draw": "\n        ".join(draw(n, {}, []) for n in names), "step": task["step"]}


def measure(folder, task, report, steps, work):
    """By source, what llvm-cov says of it."""
    binary, profile, objects = os.path.join(work, "program"), os.path.join(work, "profile"), []
    for n, source in enumerate(task["sources"].split()):
        text = open(os.path.join(folder, source)).read()
        # A check of word sizes is about `long`, which such code does not compute with.
        text = re.sub(r"(?m)^[ \t]*#[ \t]*error\b(?:.*\\\n)*.*$", lambda m: "\n" * m.group().count("\n"), text)
        if re.search(r"\b%s\s*\(\s*void\s*\)\s*\{" % task["step"], text):
            everything = "".join(open(os.path.join(folder, s)).read() for s in task["sources"].split())
            text += "\n" + harness(task, report, everything, steps // RUNS)
        code = os.path.join(work, os.path.basename(source))
        with open(code, "w") as f:
            f.write(text)
        objects.append(os.path.join(work, f"{n}.o"))
        include = ["-I" + os.path.join(folder, os.path.dirname(source))]
        include += ["-I" + os.path.join(folder, f[2:]) if f.startswith("-I") else f for f in task["flags"].split()]
        run(["clang-19", "-w", "-O1", "-ffp-contract=off", "-ftrivial-auto-var-init=zero", *FLAGS[:2], *BOUNDS, *include, "-c", code, "-o", objects[-1]])
    run(["clang-19", *FLAGS[:2], *objects, "-lm", "-o", binary])
    whole = 0
    for seed in range(RUNS):
        whole += 3 != subprocess.run([binary, str(seed)], env={**os.environ, "LLVM_PROFILE_FILE": f"{profile}.{seed}"}, timeout=3000).returncode
    print(f"{task['name']}: {whole} of {RUNS} runs stayed inside of all arrays", flush=True)
    run(["llvm-profdata-19", "merge", "-o", profile + ".data", *glob.glob(profile + ".*")])
    out = run(["llvm-cov-19", "export", binary, "-instr-profile", profile + ".data"]).stdout
    return {f["filename"]: f for f in json.loads(out)["data"][0]["files"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("reports")
    parser.add_argument("--steps", type=int, default=10000000)
    parser.add_argument("--only")
    a = parser.parse_args()
    wrong, asked = [], 0
    for task in csv.DictReader(open(os.path.join(a.folder, "tasks.csv"))):
        path = os.path.join(a.reports, task["name"] + ".json")
        if (a.only and task["name"] != a.only) or not os.path.exists(path):
            continue
        report = json.load(open(path))
        with tempfile.TemporaryDirectory() as work:
            measured = measure(a.folder, task, report, a.steps, work)
        hit = compared = 0
        for name, file in measured.items():
            goals = [g for g in report["goals"] if g["state"] == "unreachable" and os.path.basename(g["at"]["file"]) == os.path.basename(name)]
            bad, n = compare(goals, file)
            wrong += [f"{task['name']}: {w}" for w in bad]
            hit, compared = hit + len(bad), compared + n
        asked += compared
        print(f"{task['name']}: {compared} unreachable goals, {a.steps} steps, {hit} hit", flush=True)
    if not asked:
        sys.exit("nothing was compared")
    print("\n".join(wrong) if wrong else f"none of {asked} unreachable goals was hit")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
