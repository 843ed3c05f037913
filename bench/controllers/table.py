#!/usr/bin/env python3
"""Both parts of Table I of paper 003 over the goals of controllers: table.py OUT [--cinch PATH] [--every 1] [--goal-timeout 10] [--rows PATTERN]

Every goal is one instance and left to the engine alone (--engine-only): no runs, no search for all goals at once, no proof that spreads. A row is an engine or
a setting: ind0 ... ind4 is the length of the suffix (IND'_i), -bg without bound generalization, -gentr without GeNTR, +ld with literal dropping,
+abort with restarts. CEX are goals covered (a run counts for all that it passes), DC goals proved unreachable, T/M goals left open; uniq. DC those that no other row of the first part proves.
Answers are kept in OUT, one file a row and controller, and not asked for again."""
import argparse, glob, json, os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ICP = ["--engine", "icpic3"]
OLD = "bmc,kinduction,imc,ic3cfa,ai"


def setting(suffix, *more, abort=False, dropping=False):
    words = [*ICP, "--icp-suffix", str(suffix), "--icp-abort" if abort else "--no-icp-abort"]
    return [*words, "--icp-literal-dropping" if dropping else "--no-icp-literal-dropping", *more]


FIRST = [("BMC", ["--engine", "bmc"]), ("BMC in icp", ["--engine", "bmc", "--solver", "icp"]), ("k-induction", ["--engine", "kinduction"]),
         ("interpolation", ["--engine", "imc"]), ("icpic3 as it is", ICP), ("icpic3 ind2 +abort", setting(2, abort=True)),
         ("portfolio without icpic3", ["--engine", OLD]), ("portfolio with icpic3", ["--engine", OLD + ",icpic3"])]
SECOND = [("ind0 -bg -gentr", setting(0, "--no-icp-bound-generalization", "--no-icp-gentr")), ("ind0 -gentr", setting(0, "--no-icp-gentr")),
          ("ind0 +ld", setting(0, dropping=True))]
for length in range(5):
    SECOND += [(f"ind{length}", setting(length)), (f"ind{length} +abort", setting(length, abort=True))]


def ask(a, name, words, source):
    """Goals with their states, and the seconds of each."""
    key = re.sub(r"\W+", "_", name) + "." + os.path.basename(source)[:-2] + ".json"
    path = os.path.join(a.out, key)
    if not os.path.exists(path):
        with open(source) as f:
            options = f.readline().split(":", 1)[1].split()
        done = subprocess.run([a.cinch, "deadcode", source, *options, "--criterion", a.criterion, "--engine-only", "--goal-timeout", str(a.goal_timeout),
                               *words, "--json", path + ".partial"], capture_output=True, text=True)
        if done.returncode not in (0, 5, 10):
            sys.exit(f"{name}, {source}: exit status {done.returncode}\n{done.stderr}")
        os.rename(path + ".partial", path)
    found = json.load(open(path))
    seconds = {p["number"]: p["found_in"] for p in found["proofs"]}
    return [(g["state"], seconds.get(g.get("proof"), 0)) for g in found["goals"]]


def row(a, name, words, sources):
    answers = [x for s in sources for x in ask(a, name, words, s)]
    dead = {i for i, (state, _) in enumerate(answers) if state == "unreachable"}
    return {"name": name, "cex": sum(s == "covered" for s, _ in answers), "dead": dead, "open": sum(s == "open" for s, _ in answers),
            "seconds": sum(answers[i][1] for i in dead) / max(1, len(dead)), "all": len(answers)}


def part(a, title, rows, sources, unique):
    found = [row(a, n, w, sources) for n, w in rows if re.search(a.rows, n)]
    print(f"\n{title}: {found[0]['all'] if found else 0} goals of {len(sources)} controllers, {a.goal_timeout} CPU s a goal")
    print(f"{'':26}{'CEX':>7}{'DC':>7}{'T/M':>7}{'uniq. DC':>10}{'sec. DC':>10}")
    for f in found:
        others = [g["dead"] for g in found if g is not f and not g["name"].startswith("portfolio")]
        alone = len(f["dead"].difference(*others)) if unique and not f["name"].startswith("portfolio") else ""
        print(f"{f['name']:26}{f['cex']:7}{len(f['dead']):7}{f['open']:7}{alone:>10}{f['seconds']:10.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--cinch", default=os.path.join(HERE, "../../build/cinch"))
    parser.add_argument("--sources", help="a directory; default: the generated controllers")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--goal-timeout", type=float, default=10)
    parser.add_argument("--criterion", default="mcdc")
    parser.add_argument("--rows", default="", help="only rows whose name has this pattern")
    a = parser.parse_args()
    os.makedirs(a.out, exist_ok=True)
    directory = a.sources or os.path.join(a.out, "sources")
    if not a.sources:
        subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), directory], check=True)
    sources = sorted(glob.glob(os.path.join(directory, "*.c")))[::a.every]
    part(a, "Part one", FIRST, sources, True)
    part(a, "Part two", SECOND, sources, False)


if __name__ == "__main__":
    main()
