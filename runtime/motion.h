/* Plans: how the inputs of a step function move. A plan is a list of segments; the seed of a
 * segment says how every signal moves in it: held, drawn again, ramped, or toggled, all of them or
 * a few. A segment may give one signal a value of its own. The same plan always gives the same
 * inputs. Text that is included after steps.h and draw.h. */
enum { SEGMENTS = 32, MOST_SIGNALS = 4096, NO_SIGNAL = 0 };

typedef struct {
    word seed;
    word value;      /* of the signal below */
    unsigned steps;  /* at least 1 */
    unsigned signal; /* 1 + its number; NO_SIGNAL: none has a value of its own */
} segment;
typedef struct {
    unsigned size;
    segment segments[SEGMENTS];
} plan;

static unsigned steps_of(const plan *p) {
    unsigned n = 0;
    for (unsigned i = 0; i < p->size; i++) n += p->segments[i].steps;
    return n;
}

/* Only its first steps. */
static void cut(plan *p, unsigned steps) {
    for (unsigned i = 0; i < p->size; i++) {
        if (p->segments[i].steps >= steps) {
            p->segments[i].steps = steps;
            p->size = i + !!steps;
            return;
        }
        steps -= p->segments[i].steps;
    }
}

/* ---- values ---- */

static word narrowed(const struct signal *s, word v) {
    return s->bytes < 8 ? v & ((1ull << s->bytes * 8) - 1) : v;
}

static double as_number(const struct signal *s, word v) {
    float single;
    double x;
    if (!s->is_real && s->is_signed)
        return (double)((long long)(v << (64 - 8 * s->bytes)) >> (64 - 8 * s->bytes));
    if (!s->is_real) return (double)v;
    memcpy(&single, &v, sizeof single);
    memcpy(&x, &v, sizeof x);
    return s->bytes == sizeof single ? (double)single : x;
}

static word as_word(const struct signal *s, double x) {
    float single = (float)x;
    word v = 0;
    if (!s->is_real) v = x < 0 ? (word)(long long)x : (word)x;
    else if (s->bytes == sizeof single) memcpy(&v, &single, sizeof single);
    else memcpy(&v, &x, sizeof x);
    return narrowed(s, v);
}

/* A float near a constant of the program: it, its neighbours, somewhere between two of them. */
static double near_real(word *state) {
    double a = real_count ? reals[below(state, real_count)] : below(state, 100);
    double b = real_count ? reals[below(state, real_count)] : below(state, 100);
    switch (below(state, 6)) {
    case 0: return a;
    case 1: return a * (1 + 1.2e-7 * ((double)below(state, 5) - 2));
    case 2: return a + ((double)below(state, 9) - 4) * 0.25;
    case 3: return -a;
    case 4: return a + b;
    default: return a + (b - a) * below(state, 64) / 64;
    }
}

static word draw_word(word *state, const struct signal *s) {
    static const unsigned char styles[] = {ZERO, SMALL, SMALL,    NEAR, NEAR,
                                           NEAR, NEAR,  BOUNDARY, ANY,  MIXED};
    enum style style = (enum style)styles[below(state, sizeof styles)];
    if (s->is_bool) return below(state, 2);
    if (s->is_real) return as_word(s, style == NEAR ? near_real(state) : draw_double(state, style));
    return narrowed(s, draw_integer(state, s->bytes * 8u, style));
}

static word within(word *state, const struct signal *s, word v) {
    double x = as_number(s, v), part;
    if (s->is_bool) return v & 1;
    if (s->finite && s->is_real && !(x - x == 0)) v = 0, x = 0;
    if (!s->bounded || (x >= s->low && x <= s->high)) return v;
    switch (below(state, 4)) {
    case 0: return as_word(s, s->low);
    case 1: return as_word(s, s->high);
    default:
        part = (double)below(state, 4096) / 4095;
        return as_word(s, s->low + (s->high - s->low) * part);
    }
}

static word fresh(word *state, const struct signal *s) {
    return within(state, s, draw_word(state, s));
}

/* ---- motions ---- */

enum move { HELD, SET, NOISE, RARE, RAMP, TOGGLE };
static struct motion {
    enum move move;
    word other;
    double slope;
    unsigned period, phase;
} motions[MOST_SIGNALS];
static word values[MOST_SIGNALS];

static double draw_slope(word *state, const struct signal *s) {
    static const double scales[] = {1, 1, 10, 100, 0.1};
    double part = (double)below(state, 2001) / 1000 - 1;
    double scale = scales[below(state, sizeof scales / sizeof *scales)];
    return below(state, 2) ? part * scale : part * 0.01 * (s->bounded ? s->high - s->low : 100);
}

/* `period`: of the signals that toggle together, like the phases of a motor. */
static void choose_motion(word *state, const struct signal *s, struct motion *m, word *v, int first,
                          unsigned period) {
    static const unsigned char moves[] = {HELD, HELD,  HELD,  HELD, SET,  SET,  SET,   SET,
                                          SET,  NOISE, NOISE, RARE, RAMP, RAMP, TOGGLE};
    m->move = (enum move)moves[below(state, sizeof moves)];
    if (s->bytes == 1 && below(state, 8) == 0) m->move = TOGGLE;
    m->other = fresh(state, s);
    m->period = period ? period : 1 + below(state, below(state, 4) ? 4 : 64);
    m->phase = period ? period * below(state, 6) / 6 : 0;
    m->slope = draw_slope(state, s);
    if (first || m->move == SET) *v = fresh(state, s);
    if (s->constant) m->move = HELD, *v = first ? m->other : *v;
}

/* Of the signals of a segment all move, or some, or none but the one with a value of its own. */
static void choose_motions(const segment *g, word *state, int first) {
    unsigned moving = signal_count, period = below(state, 3) ? 0 : 1 + below(state, 48);
    switch (below(state, 4)) {
    case 0: moving = 1 + below(state, 3); break;
    case 1: moving = g->signal != NO_SIGNAL ? 0 : 1; break;
    default: break;
    }
    for (unsigned i = 0; i < signal_count; i++) {
        int moves = first || moving == signal_count || below(state, signal_count) < moving;
        if (moves) choose_motion(state, &signals[i], &motions[i], &values[i], first, period);
        else motions[i].move = HELD;
    }
    if (g->signal == NO_SIGNAL || g->signal > signal_count) return;
    const struct signal *s = &signals[g->signal - 1];
    if (s->constant && !first) return;
    values[g->signal - 1] = within(state, s, narrowed(s, g->value));
    if (below(state, 4)) motions[g->signal - 1].move = HELD;
}

static word next_value(word *state, const struct signal *s, struct motion *m, word v,
                       unsigned step) {
    word now = v;
    switch (m->move) {
    case NOISE: now = fresh(state, s); break;
    case RARE: now = below(state, 8) ? v : fresh(state, s); break;
    case RAMP:
        now = s->is_bool ? v : within(state, s, as_word(s, as_number(s, v) + m->slope));
        break;
    case TOGGLE:
        if ((step + m->phase) % m->period == 0) now = m->other, m->other = v;
        break;
    default: break;
    }
    return now;
}

static word limit_rate(const struct signal *s, word before, word now) {
    double a = as_number(s, before), b = as_number(s, now);
    if (!(s->rate > 0) || (b - a <= s->rate && a - b <= s->rate)) return now;
    return as_word(s, b > a ? a + s->rate : a - s->rate);
}

/* Call `each` for every step of the segments from `first` on, with the inputs of that step in
 * `values`; it says whether to go on. The step before had the inputs that are there at the call. */
static void follow(const plan *p, unsigned first, int (*each)(unsigned step)) {
    unsigned step = 0;
    for (unsigned k = 0; k < first; k++) step += p->segments[k].steps;
    for (unsigned k = first; k < p->size; k++) {
        word state = p->segments[k].seed;
        static word before[MOST_SIGNALS];
        memcpy(before, values, signal_count * sizeof *values);
        choose_motions(&p->segments[k], &state, !k);
        for (unsigned j = 0; j < p->segments[k].steps; j++, step++) {
            for (unsigned i = 0; i < signal_count; i++) {
                word last = j ? values[i] : before[i];
                if (j) values[i] = next_value(&state, &signals[i], &motions[i], values[i], j);
                if (step) values[i] = limit_rate(&signals[i], last, values[i]);
            }
            if (!each(step)) return;
        }
    }
}
