"""The blocks that controllers are made of. Each takes a Controller and adds inputs, state, and code for one step; why a planted line is
dead or live is said where it is planted."""


class Controller:
    def __init__(self, r):
        self.r, self.n = r, 0
        self.inputs, self.state, self.functions, self.calls, self.init = [], [], [], [], []
        self.signals = {"float": [], "int16_t": []}  # outputs that a later block may use

    def begin(self):
        self.n += 1
        return self.n

    def input(self, kind, what):
        """A new input, or, for floats and 16-bit words, often an output of an earlier block."""
        known = self.signals.get(kind, [])
        if known and self.r.random() < 0.3:
            return self.r.choice(known)
        return self.raw(kind, what)

    def raw(self, kind, what):
        name = f"{what}_{self.n}"
        self.inputs.append((kind, name))
        return name

    def var(self, declaration, start=None):
        self.state.append(declaration)
        if start:
            self.init.append(start)

    def output(self, kind, name):
        self.var(f"{kind} {name}")
        self.signals[kind].append(name)

    def block(self, name, body):
        self.functions.append(f"static void {name}_{self.n}(void) {{\n{body.strip(chr(10))}\n}}\n")
        self.calls.append(f"{name}_{self.n}();")

    def text(self):
        words = " ".join(f"--input {name}" for _, name in self.inputs)
        out = [f"// cinch: --step step --init init {words}", "#include <stdint.h>", "#include <stdbool.h>", "#include <math.h>", ""]
        out += [f"{kind} {name};" for kind, name in self.inputs]
        out += [f"static {s};" for s in self.state] + [""] + self.functions
        out += ["void init(void) {"] + [f"    {s}" for s in self.init] + ["}", ""]
        out += ["void step(void) {"] + [f"    {s}" for s in self.calls] + ["}", ""]
        return "\n".join(out)


DEAD, LIVE = "/* planted: dead */", "/* planted: live */"


def live(signal, what):
    """Live where the signal is an input of its own: an output of another block may have bounds that make the line dead."""
    return LIVE if signal.startswith(what + "_") else ""


def low_pass(c):
    n, r = c.begin(), c.r
    u, high, safe = c.input("float", "u"), r.choice([10, 100, 250]), r.random() < 0.5
    k = r.choice(["0.125f", "0.1f", "0.25f", "0.3f"])
    c.output("float", f"lp_y{n}")
    c.var(f"uint16_t lp_alarm{n}")
    # `!(x > lo)` also catches NaN; `x < lo` lets it through, and then y stays NaN for ever.
    clamp = f"if (!(x > -{high}.0f)) x = -{high}.0f;" if safe else f"if (x < -{high}.0f) x = -{high}.0f;"
    c.block("low_pass", f"""
    float x = {u};
    {clamp}
    if (x > {high}.0f) x = {high}.0f;
    lp_y{n} += {k} * (x - lp_y{n});
    if (lp_y{n} != lp_y{n}) {{
        lp_y{n} = 0.0f; {DEAD if safe else live(u, "u")}
    }}
    if (lp_y{n} > {high}.5f || lp_y{n} < -{high}.5f) {{
        lp_alarm{n} = 1; {DEAD}
    }}
    if (lp_y{n} > {high * 0.9:.1f}f) {{
        lp_alarm{n}++; {live(u, "u")}
    }}
""")


def pi(c):
    n, r = c.begin(), c.r
    a, b, limit = c.input("float", "set"), c.input("float", "actual"), r.choice([5, 20, 50])
    c.var(f"float pi_i{n}")
    c.var(f"uint8_t pi_windup{n}")
    c.output("float", f"pi_out{n}")
    c.block("pi", f"""
    float e = {a} - {b};
    if (e > 100.0f) e = 100.0f;
    if (!(e >= -100.0f)) e = -100.0f;
    bool high = pi_out{n} >= {limit}.0f && e > 0.0f;
    bool low = pi_out{n} <= -{limit}.0f && e < 0.0f;
    if (!high && !low) pi_i{n} += {r.choice(['0.05f', '0.0625f', '0.2f'])} * e;
    if (pi_i{n} > {limit}.0f) {{
        pi_i{n} = {limit}.0f;
        pi_windup{n} = 1;
    }} else if (pi_i{n} < -{limit}.0f) {{
        pi_i{n} = -{limit}.0f;
        pi_windup{n} = 2;
    }}
    float o = {r.choice(['0.5f', '1.5f', '2.0f'])} * e + pi_i{n};
    if (o > {limit}.0f) o = {limit}.0f;
    else if (o < -{limit}.0f) o = -{limit}.0f;
    pi_out{n} = o;
    if (fabsf(pi_i{n}) > {limit}.0f) {{
        pi_windup{n} = 3; {DEAD}
    }}
    if (high && low) {{
        pi_windup{n} = 4; {DEAD}
    }}
    if (pi_windup{n} > 2) {{
        pi_out{n} = 0.0f; {DEAD}
    }}
""")


def rate_limiter(c):
    n, r = c.begin(), c.r
    u, exact, rate = c.input("float", "target"), r.random() < 0.5, r.choice([1, 2, 4])
    step = f"{rate / 4}f" if exact else f"{rate / 10}f"
    c.output("float", f"rl_y{n}")
    c.var(f"uint8_t rl_fault{n}")
    # Steps of a quarter within +-512 are exact; a tenth is rounded, and the difference may come out greater.
    c.block("rate_limiter", f"""
    float before = rl_y{n}, want = {u};
    if (!(want < 512.0f)) want = 512.0f;
    if (want < -512.0f) want = -512.0f;
    want = (float)(int)want;
    if (want > rl_y{n} + {step}) rl_y{n} += {step};
    else if (want < rl_y{n} - {step}) rl_y{n} -= {step};
    else rl_y{n} = want;
    if (rl_y{n} - before > {step}) {{
        rl_fault{n} = 1; {DEAD if exact else live(u, "target")}
    }}
    if (rl_y{n} > 513.0f) {{
        rl_fault{n} = 2; {DEAD}
    }}
""")


def hysteresis(c):
    n, r = c.begin(), c.r
    kind = r.choice(["float", "int16_t"])
    x, low = c.input(kind, "level"), r.choice([20, 40, 70])
    high, f = low + r.choice([5, 15]), ".0f" if kind == "float" else ""
    c.var(f"bool hy_on{n}")
    c.var(f"uint16_t hy_count{n}")
    c.block("hysteresis", f"""
    bool before = hy_on{n};
    if (!hy_on{n} && {x} > {high}{f}) hy_on{n} = true;
    else if (hy_on{n} && {x} < {low}{f}) hy_on{n} = false;
    if (before != hy_on{n} && hy_count{n} < {r.choice([50, 1000])}) hy_count{n}++;
    if (hy_on{n} && {x} < {low}{f}) {{
        hy_count{n} = 0; {DEAD}
    }}
    if (before && !hy_on{n} && {x} > {low}{f}) {{
        hy_count{n} = 0; {DEAD}
    }}
    if (hy_count{n} > 1000) {{
        hy_on{n} = false; {DEAD}
    }}
""")


def debounce(c):
    n, r = c.begin(), c.r
    limit = r.choice([3, 8, 20, 100])
    b = c.raw("bool", "button")
    c.var(f"uint8_t db_count{n}, db_presses{n}")
    c.var(f"bool db_stable{n}")
    c.block("debounce", f"""
    bool was = db_stable{n};
    if ({b}) {{
        if (db_count{n} < {limit}) db_count{n}++;
    }} else if (db_count{n} > 0) {{
        db_count{n}--;
    }}
    if (db_count{n} == {limit}) db_stable{n} = true;
    if (db_count{n} == 0) db_stable{n} = false;
    if (db_stable{n} && !was) {{
        db_presses{n}++; {LIVE}
    }}
    if (db_count{n} > {limit}) {{
        db_count{n} = 0; {DEAD}
    }}
    if (db_stable{n} && db_count{n} == 0) {{
        db_stable{n} = false; {DEAD}
    }}
    if (was && !db_stable{n} && {b}) {{
        db_presses{n} = 0; {DEAD}
    }}
""")


def gear(c):
    n, r = c.begin(), c.r
    top, wait = r.choice([3, 5, 6]), r.choice([2, 5, 25])
    v = c.input("float", "v_kmh")
    c.var(f"uint8_t gear{n} = 1, gear_wait{n}, gear_fault{n}")
    cases = "".join(f"    case {g}: up = {20 * g}.0f; down = {20 * (g - 1) - 5}.0f; break;\n" for g in range(1, top + 1))
    c.block("gear_box", f"""
    float up = 0.0f, down = 0.0f;
    uint8_t before = gear{n};
    switch (gear{n}) {{
{cases}    default:
        gear_fault{n} = 1; {DEAD}
    }}
    if (gear_wait{n} > 0) gear_wait{n}--;
    else if ({v} > up && gear{n} < {top}) {{
        gear{n}++;
        gear_wait{n} = {wait};
    }} else if ({v} < down && gear{n} > 1) {{
        gear{n}--;
        gear_wait{n} = {wait};
    }}
    if (gear{n} == {top} && gear_wait{n} == {wait}) {{
        gear_fault{n} = 0; {live(v, "v_kmh")}
    }}
    if (gear{n} > before && gear{n} - before > 1) {{
        gear_fault{n} = 2; {DEAD}
    }}
    if (gear{n} != before && gear_wait{n} != {wait}) {{
        gear_fault{n} = 3; {DEAD}
    }}
""")


def window_sum(c):
    n, r = c.begin(), c.r
    size, kind = r.choice([4, 8]), r.choice([("uint8_t", 255), ("uint8_t", 100)])
    x, most = c.raw("uint8_t", "sample"), kind[1]
    c.var(f"uint8_t win_buffer{n}[{size}], win_at{n}")
    c.var(f"uint16_t win_sum{n}")
    c.output("int16_t", f"win_mean{n}")
    # The sum is that of the buffer: a relation between all its elements.
    c.block("window", f"""
    uint8_t x = {x};
    if (x > {most - 1}) x = {most};
    win_sum{n} = (uint16_t)(win_sum{n} - win_buffer{n}[win_at{n}] + x);
    win_buffer{n}[win_at{n}] = x;
    win_at{n}++;
    if (win_at{n} >= {size}) win_at{n} = 0;
    win_mean{n} = (int16_t)(win_sum{n} / {size});
    if (win_at{n} > {size}) {{
        win_at{n} = 0; {DEAD}
    }}
    if (win_sum{n} == {size * most}) {{
        win_mean{n} = {most}; {LIVE}
    }}
    if (win_sum{n} > {size * most}) {{
        win_mean{n} = 0; {DEAD}
    }}
""")


def crc(c):
    n, r = c.begin(), c.r
    x, poly = c.raw("uint8_t", "byte"), r.choice([0x07, 0x1d, 0x31])
    c.var(f"uint8_t crc{n} = 0xff, crc_good{n}, crc_length{n}")
    c.block("crc", f"""
    uint16_t w = (uint16_t)(crc{n} ^ {x});
    for (int i = 0; i < 8; i++) w = (uint16_t)(w & 0x80u ? (w << 1 ^ 0x{poly:02x}u) & 0xffu : w << 1 & 0xffu);
    crc{n} = (uint8_t)w;
    if (w > 0xffu) {{
        crc_good{n} = 2; {DEAD}
    }}
    crc_length{n}++;
    if (crc_length{n} == {r.choice([3, 6])}) {{
        if (crc{n} == 0x{r.randrange(256):02x}) {{
            crc_good{n} = 1; {LIVE}
        }}
        crc_length{n} = 0;
        crc{n} = 0xff;
    }}
    if (crc_length{n} > 6) {{
        crc_good{n} = 3; {DEAD}
    }}
    if (crc_good{n} > 1) {{
        crc{n} = 0; {DEAD}
    }}
""")


def lookup(c):
    n, r = c.begin(), c.r
    points = r.choice([5, 8])
    xs = sorted(r.sample(range(-50, 200), points))
    ys = [r.randrange(0, 90) for _ in xs]
    x = c.input("float", "position")
    c.var(f"const float lut_x{n}[{points}] = {{{', '.join(f'{v}.0f' for v in xs)}}}")
    c.var(f"const float lut_y{n}[{points}] = {{{', '.join(f'{v}.0f' for v in ys)}}}")
    c.output("float", f"lut_out{n}")
    c.var(f"uint8_t lut_fault{n}")
    c.block("lookup", f"""
    float x = {x};
    int i = 0;
    if (!(x >= lut_x{n}[0])) x = lut_x{n}[0];
    else if (x > lut_x{n}[{points - 1}]) x = lut_x{n}[{points - 1}];
    while (i < {points - 2} && x >= lut_x{n}[i + 1]) i++;
    if (i > {points - 2}) {{
        lut_fault{n} = 1; {DEAD}
    }}
    float part = (x - lut_x{n}[i]) / (lut_x{n}[i + 1] - lut_x{n}[i]);
    if (part < 0.0f || part > 1.0f) {{
        lut_fault{n} = 2; {DEAD}
    }}
    lut_out{n} = lut_y{n}[i] + part * (lut_y{n}[i + 1] - lut_y{n}[i]);
    if (lut_out{n} > 91.0f || lut_out{n} < -1.0f) {{
        lut_fault{n} = 3; {DEAD}
    }}
    if (lut_fault{n}) {{
        lut_out{n} = 0.0f; {DEAD}
    }}
""")


def biquad(c):
    n, r = c.begin(), c.r
    u, limit = c.input("float", "noise"), r.choice([64, 128])
    b = r.choice([("0.2f", "1.2f", "0.4f"), ("0.25f", "0.5f", "0.25f"), ("0.1f", "1.5f", "0.6f")])
    c.var(f"float bq_y{n}, bq_z{n}")
    c.var(f"uint8_t bq_clip{n}")
    c.output("float", f"bq_out{n}")
    c.block("biquad", f"""
    float x = {u};
    if (!(x < 32.0f)) x = 32.0f;
    if (x < -32.0f) x = -32.0f;
    float y = {b[0]} * x + {b[1]} * bq_y{n} - {b[2]} * bq_z{n};
    if (y > {limit}.0f) {{
        y = {limit}.0f;
        bq_clip{n} = 1;
    }}
    if (y < -{limit}.0f) {{
        y = -{limit}.0f;
        bq_clip{n} = 2;
    }}
    bq_z{n} = bq_y{n};
    bq_y{n} = y;
    bq_out{n} = bq_y{n} - bq_z{n};
    if (bq_out{n} > {2 * limit}.0f) {{
        bq_clip{n} = 3; {DEAD}
    }}
    if (bq_y{n} != bq_y{n}) {{
        bq_clip{n} = 4; {DEAD}
    }}
""")


def timers(c):
    n, r = c.begin(), c.r
    run, limit = c.raw("bool", "run"), r.choice([50, 400, 3000])
    c.var(f"uint16_t tm_short{n}, tm_long{n}")
    c.var(f"uint8_t tm_event{n}")
    # Both count together, the first is reset more often: it is never ahead.
    c.block("timers", f"""
    if ({run}) {{
        if (tm_long{n} < {limit}) {{
            tm_long{n}++;
            tm_short{n}++;
        }}
        if (tm_short{n} >= {limit // 5}) tm_short{n} = 0;
    }} else {{
        tm_short{n} = 0;
        if (tm_long{n} > 0 && {c.raw("bool", "clear")}) tm_long{n} = 0;
    }}
    if (tm_short{n} > tm_long{n}) {{
        tm_event{n} = 1; {DEAD}
    }}
    if (tm_long{n} == {limit}) {{
        tm_event{n} = 2; {LIVE}
    }}
    if (tm_short{n} > {limit // 5}) {{
        tm_event{n} = 3; {DEAD}
    }}
""")


def wrap(c):
    n, r = c.begin(), c.r
    bits = r.choice([8, 8, 16])
    tick = c.raw("bool", "tick")
    c.var(f"uint{bits}_t wr_now{n}, wr_start{n}")
    c.var(f"uint8_t wr_flag{n}")
    c.block("wrap", f"""
    uint{bits}_t before = wr_now{n};
    if ({tick}) wr_now{n}++;
    if (wr_now{n} < before) {{
        wr_flag{n} = 1; {LIVE}
    }}
    uint{bits}_t age = (uint{bits}_t)(wr_now{n} - wr_start{n});
    if (age > {r.choice([10, 40])}) {{
        wr_start{n} = wr_now{n};
        age = 0; {LIVE}
    }}
    if (age > 41) {{
        wr_flag{n} = 2; {DEAD}
    }}
    if (wr_start{n} > wr_now{n} && wr_now{n} > 100) {{
        wr_flag{n} = 3; {DEAD}
    }}
""")


def fixed_point(c):
    n, r = c.begin(), c.r
    a, b = c.input("int16_t", "fx_a"), c.input("int16_t", "fx_b")
    c.output("int16_t", f"fx_out{n}")
    c.var(f"uint8_t fx_sat{n}")
    # -1 times -1 is the one product of two Q15 numbers that does not fit.
    c.block("fixed_point", f"""
    int32_t p = ((int32_t){a} * {b}) >> 15;
    if (p > 32767) {{
        p = 32767; {LIVE if a != b and a.startswith('fx_a') and b.startswith('fx_b') else ''}
    }}
    if (p < -32768) {{
        p = -32768; {DEAD}
    }}
    int32_t s = (int32_t)fx_out{n} + p;
    if (s > {r.choice([20000, 30000])}) {{
        s = 20000;
        fx_sat{n} = 1;
    }} else if (s < -20000) {{
        s = -20000;
        fx_sat{n} = 2;
    }}
    fx_out{n} = (int16_t)s;
    if (fx_out{n} > 30000 || fx_out{n} < -20000) {{
        fx_sat{n} = 3; {DEAD}
    }}
    if (fx_out{n} != s) {{
        fx_sat{n} = 4; {DEAD}
    }}
""")


def modes(c):
    n, r = c.begin(), c.r
    limit = r.choice([4, 12])
    go, stop, fail = c.raw("bool", "go"), c.raw("bool", "stop"), c.raw("bool", "fail")
    c.var(f"uint8_t md_master{n}, md_pump{n}, md_tries{n}, md_error{n}")
    # The pump follows the master: it runs (2) only in RUN (2), and is ready (1) in START (1) or RUN.
    c.block("modes", f"""
    switch (md_master{n}) {{
    case 0:
        if ({go} && !{fail}) {{
            md_master{n} = 1;
            md_pump{n} = 1;
            md_tries{n} = 0;
        }}
        break;
    case 1:
        md_tries{n}++;
        if ({fail}) {{
            md_master{n} = 3;
            md_pump{n} = 0;
        }} else if (md_tries{n} >= {limit}) {{
            md_master{n} = 2;
            md_pump{n} = 2;
        }} else if ({stop}) {{
            md_master{n} = 0;
            md_pump{n} = 0;
        }}
        break;
    case 2:
        if ({fail} || {stop}) {{
            md_pump{n} = 0;
            md_master{n} = {fail} ? 3 : 0;
        }}
        break;
    case 3:
        if ({stop} && !{fail}) md_master{n} = 0;
        break;
    default:
        md_error{n} = 1; {DEAD}
    }}
    if (md_pump{n} == 2 && md_master{n} != 2) {{
        md_error{n} = 2; {DEAD}
    }}
    if (md_master{n} == 3 && md_pump{n} > 0) {{
        md_error{n} = 3; {DEAD}
    }}
    if (md_tries{n} > {limit}) {{
        md_error{n} = 4; {DEAD}
    }}
    if (md_error{n} != 0 && md_tries{n} > 0) {{
        md_master{n} = 3; {DEAD}
    }}
""")


def zeros(c):
    n, r = c.begin(), c.r
    x, absolute = c.raw("float", "slope"), r.random() < 0.5
    c.var(f"uint8_t zr_sign{n}")
    # 1 / -0 is minus infinity; fabsf has no -0, but x * 0 of a negative x is one again.
    c.block("zeros", f"""
    float x = {f'fabsf({x})' if absolute else x};
    if (x == 0.0f && 1.0f / x < 0.0f) {{
        zr_sign{n} = 1; {DEAD if absolute else LIVE}
    }}
    if (x < 0.0f && -x < 0.0f) {{
        zr_sign{n} = 2; {DEAD}
    }}
    if (x > 0.0f && x * 0.5f == 0.0f) {{
        zr_sign{n} = 3; {LIVE}
    }}
    if (x > 1.0f && x * 2.0f == x) {{
        zr_sign{n} = 4; {LIVE}
    }}
    if (x > 1.0f && x < 1000.0f && x + 1.0f == x) {{
        zr_sign{n} = 5; {DEAD}
    }}
""")


def sequence(c):
    n, r = c.begin(), c.r
    keys = [r.randrange(1, 250) for _ in range(r.choice([3, 4, 5]))]
    k = c.raw("uint8_t", "key")
    c.var(f"uint8_t sq_state{n}, sq_errors{n}")
    cases = "".join(f"    case {i}: sq_state{n} = {k} == {key} ? {i + 1} : 0; break;\n" for i, key in enumerate(keys))
    c.block("sequence", f"""
    switch (sq_state{n}) {{
{cases}    case {len(keys)}:
        sq_state{n} = 0; {LIVE}
        break;
    default:
        sq_errors{n}++; {DEAD}
    }}
    if (sq_state{n} > {len(keys)}) {{
        sq_errors{n} = 1; {DEAD}
    }}
""")


def redundant(c):
    n, r = c.begin(), c.r
    a, b, limit = c.input("float", "sensor_a"), c.input("float", "sensor_b"), r.choice([3, 10, 60])
    c.var(f"uint8_t rd_count{n}")
    c.var(f"bool rd_latched{n}")
    c.output("float", f"rd_value{n}")
    c.block("redundant", f"""
    float d = fabsf({a} - {b});
    if (d > 2.0f) {{
        if (rd_count{n} < {limit}) rd_count{n}++;
    }} else rd_count{n} = 0;
    if (rd_count{n} >= {limit}) rd_latched{n} = true;
    rd_value{n} = rd_latched{n} ? 0.0f : {a};
    if (rd_latched{n} && rd_count{n} == 0 && d < 1.0f) {{
        rd_value{n} = 1.0f;
    }}
    if (rd_count{n} > {limit}) {{
        rd_count{n} = 0; {DEAD}
    }}
    if (rd_count{n} == {limit} && !rd_latched{n}) {{
        rd_latched{n} = true; {DEAD}
    }}
    if (d < 0.0f) {{
        rd_value{n} = 2.0f; {DEAD}
    }}
""")


def median(c):
    n, r = c.begin(), c.r
    kind = r.choice(["float", "int16_t"])
    a, b, d = (c.raw(kind, f"med_{k}") for k in "abc")
    c.output(kind, f"med_out{n}")
    c.var(f"uint8_t med_fault{n}")
    # With NaN every comparison is false: then the median may lie beyond both.
    c.block("median", f"""
    {kind} lo = {a} < {b} ? {a} : {b}, hi = {a} < {b} ? {b} : {a};
    {kind} m = {d} < lo ? lo : {d} > hi ? hi : {d};
    if (m < lo || m > hi) {{
        med_fault{n} = 1; {DEAD}
    }}
    if (lo > hi) {{
        med_fault{n} = 2; {DEAD}
    }}
    if (!(lo <= hi)) {{
        med_fault{n} = 3; {LIVE if kind == 'float' else DEAD}
    }}
    med_out{n} = m;
""")


def prescaler(c):
    n, r = c.begin(), c.r
    base, pulses = r.choice([10, 50]), c.raw("uint8_t", "pulses")
    c.var(f"uint16_t ps_rest{n}")
    c.var(f"uint32_t ps_total{n}")
    c.var(f"uint8_t ps_fault{n}")
    c.block("prescaler", f"""
    uint8_t p = {pulses} > {base} ? {base} : {pulses};
    ps_rest{n} = (uint16_t)(ps_rest{n} + p);
    if (ps_rest{n} >= {base}) {{
        ps_rest{n} = (uint16_t)(ps_rest{n} - {base});
        if (ps_total{n} < {r.choice([100, 20000])}u) ps_total{n}++;
    }}
    if (ps_rest{n} >= {base}) {{
        ps_fault{n} = 1; {DEAD}
    }}
    if (ps_total{n} > 20000u) {{
        ps_fault{n} = 2; {DEAD}
    }}
    if (ps_total{n} == 100u && ps_rest{n} == {base - 1}) {{
        ps_fault{n} = 0; {LIVE}
    }}
""")


def watchdog(c):
    n, r = c.begin(), c.r
    low, high = r.choice([(3, 6), (10, 30)])
    kick = c.raw("bool", "kick")
    c.var(f"uint8_t wd_age{n}, wd_good{n}, wd_bad{n}")
    # Each window ends in a good or a bad kick: the counts saturate, and a reset clears both.
    c.block("watchdog", f"""
    wd_age{n}++;
    if ({kick}) {{
        if (wd_age{n} >= {low} && wd_age{n} <= {high}) {{
            if (wd_good{n} < 9) wd_good{n}++;
        }} else wd_bad{n}++;
        wd_age{n} = 0;
    }} else if (wd_age{n} > {high}) {{
        wd_bad{n}++;
        wd_age{n} = 0;
    }}
    if (wd_bad{n} >= 3) {{
        wd_bad{n} = 0;
        wd_good{n} = 0;
    }}
    if (wd_good{n} == 9 && wd_bad{n} == 2) {{
        wd_good{n} = 8; {LIVE}
    }}
    if (wd_age{n} > {high} || wd_bad{n} > 2 || wd_good{n} > 9) {{
        wd_good{n} = 0; {DEAD}
    }}
""")


def ring(c):
    n, r = c.begin(), c.r
    size = r.choice([4, 8, 16])
    put, get = c.raw("bool", "put"), c.raw("bool", "get")
    x = c.raw("uint8_t", "item")
    c.var(f"uint8_t rb_data{n}[{size}], rb_head{n}, rb_tail{n}, rb_count{n}, rb_last{n}, rb_fault{n}")
    # head - tail is the count, modulo the size: a relation of three variables.
    c.block("ring", f"""
    if ({put} && rb_count{n} < {size}) {{
        rb_data{n}[rb_head{n}] = {x};
        rb_head{n} = (uint8_t)((rb_head{n} + 1) % {size});
        rb_count{n}++;
    }}
    if ({get} && rb_count{n} > 0) {{
        rb_last{n} = rb_data{n}[rb_tail{n}];
        rb_tail{n} = (uint8_t)((rb_tail{n} + 1) % {size});
        rb_count{n}--;
    }}
    if (rb_count{n} == {size}) {{
        rb_fault{n} = 0; {LIVE}
    }}
    if (rb_count{n} > {size} || rb_head{n} >= {size} || rb_tail{n} >= {size}) {{
        rb_fault{n} = 1; {DEAD}
    }}
    if (rb_count{n} == 0 && rb_head{n} != rb_tail{n}) {{
        rb_fault{n} = 2; {DEAD}
    }}
""")


BLOCKS = [low_pass, debounce, pi, gear, window_sum, rate_limiter, timers, crc, lookup, hysteresis, fixed_point, modes, wrap, zeros, biquad,
          sequence, redundant, median, prescaler, watchdog, ring]
