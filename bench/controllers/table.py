#!/usr/bin/env python3
"""Both parts of Table I of paper 003 over the goals of controllers: table.py OUT [--cinch PATH] [--controllers 8] [--goal-timeout 1] [--rows PATTERN] [--markdown]

Every goal is one instance and left to the engine alone (--engine-only): no runs, no search for all goals at once, no proof that spreads. A row is an engine or
a setting: ind0 ... ind4 is the length of the suffix (IND'_i), -bg without bound generalization, -gentr without GeNTR, +ld with literal dropping,
+abort with restarts. CEX are goals covered (a run counts for all that it passes), DC goals proved unreachable, T/M goals left open; uniq. DC those that no other
row of the first part proves (settings of one engine count as one). A portfolio is what the rows in icp decide together, as in the paper, without and with icpic3.
Answers are kept in OUT, one file a row and controller, and not asked for again: a run that was interrupted goes on. --markdown prints the table of the rows
that OUT has whole, and asks nothing."""
import argparse, glob, json, os, re, resource, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ICP = ["--engine", "icpic3"]
GOALS_OF_PAPER = 8778


def setting(suffix, *more, abort=False, dropping=False):
    words = [*ICP, "--icp-suffix", str(suffix), "--icp-abort" if abort else "--no-icp-abort"]
    return [*words, "--icp-literal-dropping" if dropping else "--no-icp-literal-dropping", *more]


def alone(engine, solver="auto"):
    return ["--engine", engine, "--solver", solver]


# Name, words for cinch, and what the paper has of CEX, DC and T/M.
FIRST = [("BMC", alone("bmc"), None), ("BMC in icp", alone("bmc", "icp"), (7674, 0, 1104)),
         ("k-induction", alone("kinduction"), (7664, 628, 486)), ("k-induction in icp", alone("kinduction", "icp"), (7640, 630, 508)),
         ("interpolation", alone("imc"), None), ("interpolation in icp", alone("imc", "icp"), (7662, 983, 133)),
         ("icpic3 ind2 +abort", setting(2, abort=True), (7622, 1003, 153)), ("icpic3 ind0 +abort", setting(0, abort=True), (7535, 1003, 240))]
PORTFOLIOS = [("portfolio without icpic3", "in icp", (7687, 1003, 88)), ("portfolio with icpic3", "in icp|icpic3", (7687, 1026, 65))]
SECOND = [("ind0 -bg -gentr", setting(0, "--no-icp-bound-generalization", "--no-icp-gentr"), (5870, 926, 1982)),
          ("ind0 -gentr", setting(0, "--no-icp-gentr"), (6756, 952, 1070)), ("ind0 +ld", setting(0, dropping=True), (6935, 925, 918)),
          ("ind0", setting(0), (7171, 977, 630)), ("ind0 +abort", setting(0, abort=True), (7535, 1003, 240)),
          ("ind0 +ld +abort", setting(0, abort=True, dropping=True), None),
          ("ind1", setting(1), (7435, 988, 355)), ("ind1 +abort", setting(1, abort=True), (7588, 994, 196)),
          ("ind2", setting(2), (7555, 996, 227)), ("ind2 +abort", setting(2, abort=True), (7622, 1003, 153)),
          ("ind3", setting(3), (7573, 998, 207)), ("ind3 +abort", setting(3, abort=True), (7625, 1002, 151)),
          ("ind4", setting(4), (7572, 998, 208)), ("ind4 +abort", setting(4, abort=True), (7620, 1000, 158))]


def run(a, words, source, path):
    """One controller: the state of each goal, the seconds of each proof, and the CPU seconds of all."""
    with open(source) as f:
        options = f.readline().split(":", 1)[1].split()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([a.cinch, "deadcode", source, *options, "--criterion", a.criterion, "--engine-only", "--goal-timeout", str(a.goal_timeout),
                           *words, "--json", path + ".partial"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 5, 10):
        sys.exit(f"{' '.join(words)}, {source}: exit status {done.returncode}\n{done.stderr}")
    found = json.load(open(path + ".partial"))
    seconds = {p["number"]: p["found_in"] for p in found["proofs"]}
    kept = {"words": words, "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            "goals": [(g["state"], seconds.get(g.get("proof"), 0)) for g in found["goals"]]}
    with open(path, "w") as f:
        json.dump(kept, f)
    os.remove(path + ".partial")


def answers_at(a, words, source):
    return os.path.join(a.out, re.sub(r"\W+", "_", " ".join(words)) + "." + os.path.basename(source)[:-2] + ".json")


def ask(a, words, source):
    path = answers_at(a, words, source)
    if not os.path.exists(path):
        run(a, words, source, path)
    with open(path) as f:
        return json.load(f)


def row(a, name, words, paper, sources):
    kept = [ask(a, words, s) for s in sources]
    goals = [g for k in kept for g in k["goals"]]
    found = {"name": name, "paper": paper, "all": len(goals), "cpu": sum(k["cpu"] for k in kept),
             "cex": {i for i, (state, _) in enumerate(goals) if state == "covered"},
             "dead": {i for i, (state, _) in enumerate(goals) if state == "unreachable"}}
    found["seconds"] = sum(goals[i][1] for i in found["dead"]) / max(1, len(found["dead"]))
    if not a.markdown:
        print(f"{name:26}{len(found['cex']):7}{len(found['dead']):7}{len(goals) - len(found['cex'] | found['dead']):7}{found['cpu']:10.1f}", flush=True)
    return found


def wanted(a, words, sources):
    return not a.markdown or all(os.path.exists(answers_at(a, words, s)) for s in sources)


def check(rows):
    """No goal may be covered by one and dead by another."""
    both = set().union(*(r["cex"] for r in rows)) & set().union(*(r["dead"] for r in rows))
    if both:
        sys.exit(f"goals {sorted(both)} are covered and dead")


def together(name, paper, rows):
    return {"name": name, "paper": paper, "all": rows[0]["all"], "cpu": sum(r["cpu"] for r in rows), "seconds": 0,
            "cex": set().union(*(r["cex"] for r in rows)), "dead": set().union(*(r["dead"] for r in rows))}


def unique(rows, r):
    family = r["name"].split()[0]
    others = [x["dead"] for x in rows if x["name"].split()[0] != family]
    return len(r["dead"].difference(*others))


def percent(part, whole):
    return f"{100 * part / whole:.1f}"


def line(r, alone_in):
    left = r["all"] - len(r["cex"]) - len(r["dead"])
    share = " / ".join(percent(x, r["all"]) for x in (len(r["cex"]), len(r["dead"]), left))
    paper = " / ".join(percent(x, GOALS_OF_PAPER) for x in r["paper"]) if r["paper"] else ""
    average = f"{r['seconds']:.3f}" if r["seconds"] else ""
    return f"| {r['name']} | {len(r['cex'])} | {len(r['dead'])} | {left} | {alone_in} | {average} | {r['cpu']:.0f} | {share} | {paper} |"


def part(title, rows, families):
    print(f"\n## {title}\n\n| | CEX | DC | T/M | uniq. DC | sec. a DC | CPU s, all goals | % CEX / DC / T/M | the paper's % |\n|---|--:|--:|--:|--:|--:|--:|---|---|")
    for r in rows:
        print(line(r, unique(families, r) if r in families else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--cinch", default=os.path.join(HERE, "../../build/cinch"))
    parser.add_argument("--sources", help="a directory; default: the generated controllers")
    parser.add_argument("--controllers", type=int, default=8, help="so many, the shortest ones")
    parser.add_argument("--goal-timeout", type=float, default=1)
    parser.add_argument("--criterion", default="mcdc")
    parser.add_argument("--rows", default="", help="only rows whose name has this pattern")
    parser.add_argument("--markdown", action="store_true", help="the table alone, as Markdown")
    a = parser.parse_args()
    os.makedirs(a.out, exist_ok=True)
    directory = a.sources or os.path.join(a.out, "sources")
    if not a.sources:
        subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), directory], check=True, stdout=subprocess.DEVNULL)
    sources = sorted(glob.glob(os.path.join(directory, "*.c")), key=lambda f: (os.path.getsize(f), f))[:a.controllers]
    first, second = ([row(a, *r, sources) for r in rows if re.search(a.rows, r[0]) and wanted(a, r[1], sources)] for rows in (FIRST, SECOND))
    check(first + second)
    if not a.markdown:
        return
    print(f"{(first + second)[0]['all']} goals ({a.criterion}) of the {len(sources)} shortest generated controllers, {a.goal_timeout:g} CPU s a goal "
          f"(the paper: {GOALS_OF_PAPER} goals, one hour a goal).")
    whole = all(any(r["name"] == f[0] for r in first) for f in FIRST if re.search("icp", f[0]))
    portfolios = [together(n, paper, [r for r in first if re.search(members, r["name"])]) for n, members, paper in PORTFOLIOS if whole]
    part("Part one: solvers", first + portfolios, first if whole else [])
    part("Part two: settings of icpic3", second, [])


if __name__ == "__main__":
    main()
