#!/usr/bin/env python3
"""How the cost grows with the program: growth.py OUT [--cinch PATH] [--copies 1,4,16,40] [--cpu-time S] [--goal-timeout 10]

One block, a filtered sensor with hysteresis, a debounced alarm and a saturated integrator, is repeated, each copy with inputs and states of
its own in one struct. The share decided should stay, and the cost should grow no faster than the goals. Writes OUT/growth.csv (goals, open,
CPU seconds, clock seconds by copies) and, where gnuplot is installed, OUT/growth.svg. Reports that are in OUT are not made again."""
import argparse, csv, json, os, shutil, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))

HEAD = """// cinch: --step step --init init --input U
#include <stdbool.h>
#include <stdint.h>
struct inputs { float sensor; bool enable; int16_t demand; };
struct states { float level; int32_t sum; uint16_t timer; bool high, alarm; uint8_t mode, fault; };
struct inputs U[%(n)d];
static struct states X[%(n)d];
"""

BLOCK = """
static void block_%(i)d(void) {
    const struct inputs *u = &U[%(i)d];
    struct states *x = &X[%(i)d];
    float s = u->sensor;
    if (!(s > -50.0f && s < %(top)d.0f)) {
        s = x->level;
    }
    x->level += 0.25f * (s - x->level);
    if (x->level > %(top)d.5f || x->level < -50.5f) {
        x->fault |= 1; /* planted: dead */
    }
    if (x->high && x->level < 20.0f) {
        x->high = false; /* planted: live */
    } else if (!x->high && x->level > 30.0f) {
        x->high = true; /* planted: live */
    }
    if (x->high && u->enable) {
        if (x->timer < %(wait)d) {
            x->timer++;
        } else {
            x->alarm = true; /* planted: live */
        }
    } else {
        x->timer = 0;
    }
    if (x->timer > %(wait)d) {
        x->fault |= 2; /* planted: dead */
    }
    x->sum += u->demand >> 4;
    if (x->sum > 20000) {
        x->sum = 20000; /* planted: live */
    } else if (x->sum < -20000) {
        x->sum = -20000; /* planted: live */
    }
    switch (x->mode) {
    case 0:
        if (u->enable) x->mode = 1;
        break;
    case 1:
        if (x->alarm) x->mode = 2;
        break;
    case 2:
        if (!u->enable && !x->high) {
            x->mode = 0;
            x->alarm = false; /* planted: live */
        }
        break;
    default:
        x->fault |= 4; /* planted: dead */
    }
}
"""


def program(copies):
    text = HEAD % {"n": copies}
    for i in range(copies):
        text += BLOCK % {"i": i, "top": 100 + i % 7, "wait": 20 + i % 5}
    calls = "".join(f"    block_{i}();\n" for i in range(copies))
    return text + "\nvoid init(void) {\n}\n\nvoid step(void) {\n" + calls + "}\n"


def measure(a, copies):
    """The report of one size: goals, and what it cost."""
    source, report = (os.path.join(a.out, f"growth-{copies}.{end}") for end in ("c", "json"))
    if os.path.exists(report):
        return json.load(open(report))
    with open(source, "w") as f:
        f.write(program(copies))
    before, begun = os.times(), time.time()
    words = [a.cinch, "deadcode", source, "--step", "step", "--init", "init", "--input", "U", "--criterion", "mcdc", "--goal-timeout",
             str(a.goal_timeout), "--cpu-time", str(a.cpu_time * copies), "--json", report + ".partial"]
    done = subprocess.run(words, capture_output=True, text=True)
    after = os.times()
    if done.returncode not in (0, 5, 10):
        sys.exit(f"{copies} copies: exit status {done.returncode}\n{done.stderr}")
    with open(report + ".partial") as f:
        found = json.load(f)
    os.remove(report + ".partial")
    states = [g["state"] for g in found["goals"]]
    row = {"copies": copies, "goals": len(states), "covered": states.count("covered"), "dead": states.count("unreachable"),
           "open": states.count("open"), "clock": round(time.time() - begun, 1),
           "cpu": round(after.children_user + after.children_system - before.children_user - before.children_system, 1)}
    with open(report, "w") as f:
        json.dump(row, f)
    return row


def plot(a, rows):
    path = os.path.join(a.out, "growth.csv")
    with open(path, "w", newline="") as f:
        w = csv.DictWriter(f, rows[0].keys(), lineterminator="\n")
        w.writeheader()
        w.writerows(rows)
    if not shutil.which("gnuplot"):
        return
    first = rows[0]
    script = f"""set terminal svg size 640,420; set output '{os.path.join(a.out, "growth.svg")}'; set datafile separator ','
set logscale xy; set xlabel 'goals'; set ylabel 'CPU seconds'; set key top left; set grid
plot '{path}' skip 1 using 2:7 with linespoints pt 7 title 'measured', x * {first["cpu"]} / {first["goals"]} title 'as the goals'"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--cinch", default=os.path.join(HERE, "../../build/cinch"))
    parser.add_argument("--copies", default="1,4,16,40")
    parser.add_argument("--cpu-time", type=float, default=60, help="of each copy")
    parser.add_argument("--goal-timeout", type=float, default=10)
    a = parser.parse_args()
    os.makedirs(a.out, exist_ok=True)
    rows = []
    print(f"{'copies':>7}{'goals':>7}{'covered':>9}{'dead':>6}{'open':>6}{'clock s':>9}{'cpu s':>9}{'cpu s/goal':>12}")
    for copies in map(int, a.copies.split(",")):
        rows.append(measure(a, copies))
        r = rows[-1]
        print("{:7}{:7}{:9}{:6}{:6}{:9}{:9}{:12.3f}".format(*r.values(), r["cpu"] / r["goals"]), flush=True)
    plot(a, rows)


if __name__ == "__main__":
    main()
