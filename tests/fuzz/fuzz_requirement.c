/* Monitors against the meaning of requirements: random formulas and sentences, as the parser reads
 * them and the monitors compute them, against a direct evaluation over a finite run, by quantifying
 * over its steps. The first step that violates a requirement and the first that triggers it must be
 * the same. Usage: fuzz_requirement [PAIRS [SEED]] */
#include "base/random.h"
#include "base/text.h"
#include "frontend/requirement/requirement.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LENGTH = 16, BOOLS = 3, INTS = 2, FORMULAS = 250, RUNS = 40, NEVER = -1 };

/* ---- formulas ---- */
enum node_kind {
    N_BOOL,
    N_NOT,
    N_AND,
    N_OR,
    N_IMPLIES,
    N_SAME,
    N_LESS,
    N_EQUAL,
    N_ONCE,
    N_ONCE_N,
    N_HISTORICALLY,
    N_HISTORICALLY_N,
    N_SINCE,
    N_ROSE,
    N_FELL,
    N_STAYED,
    N_CHANGED,
    N_FIRST,
    N_PREVIOUS,
    N_LAST_BOOL = N_PREVIOUS,
    N_INT,
    N_CONSTANT,
    N_PLUS,
    N_MINUS,
    N_PREVIOUS_INT,
    N_PREVIOUS_FROM,
    N_CHOICE
};
typedef struct node {
    enum node_kind kind;
    int number; /* variable, constant, steps */
    struct node *a, *b, *c;
} node;

static int bools[LENGTH][BOOLS], ints[LENGTH][INTS];

static node *make_int(rng *r, int depth);
static node *make(rng *r, int depth) {
    node *n = calloc(1, sizeof *n);
    n->kind = depth ? random_below(r, N_LAST_BOOL + 1) : N_BOOL;
    n->number = (int)random_below(r, n->kind == N_BOOL ? BOOLS : 5) + (n->kind != N_BOOL);
    switch (n->kind) {
    case N_BOOL:
    case N_FIRST: return n;
    case N_LESS:
    case N_EQUAL:
    case N_CHANGED: n->a = make_int(r, depth - 1), n->b = make_int(r, depth - 1); return n;
    default: n->a = make(r, depth - 1), n->b = make(r, depth - 1); return n;
    }
}

static node *make_int(rng *r, int depth) {
    node *n = calloc(1, sizeof *n);
    n->kind = depth ? N_INT + random_below(r, N_CHOICE - N_INT + 1) : N_INT + random_below(r, 2);
    n->number = (int)random_below(r, n->kind == N_INT ? INTS : 5);
    if (n->kind == N_CONSTANT) n->number -= 2;
    if (n->kind > N_CONSTANT) n->a = make_int(r, depth - 1), n->b = make_int(r, depth - 1);
    if (n->kind == N_CHOICE) n->c = make(r, depth - 1);
    return n;
}

static void drop(node *n) {
    if (!n) return;
    drop(n->a), drop(n->b), drop(n->c);
    free(n);
}

static void print(const node *n, text *out);
static void put(const char *format, const node *n, text *out) {
    for (const char *c = format; *c; c++) {
        if (*c == 'A') print(n->a, out);
        else if (*c == 'B') print(n->b, out);
        else if (*c == 'C') print(n->c, out);
        else if (*c == 'N') text_print(out, "%d", n->number);
        else text_char(out, *c);
    }
}

static void print(const node *n, text *out) {
    static const char *const forms[] = {[N_NOT] = "!(A)",
                                        [N_AND] = "(A && B)",
                                        [N_OR] = "(A || B)",
                                        [N_IMPLIES] = "(A => B)",
                                        [N_SAME] = "(A <=> B)",
                                        [N_LESS] = "(A < B)",
                                        [N_EQUAL] = "(A = B)",
                                        [N_ONCE] = "once(A)",
                                        [N_ONCE_N] = "once(A, N)",
                                        [N_HISTORICALLY] = "historically(A)",
                                        [N_HISTORICALLY_N] = "historically(A,N)",
                                        [N_SINCE] = "since(A, B)",
                                        [N_ROSE] = "rose(A)",
                                        [N_FELL] = "fell(A)",
                                        [N_STAYED] = "stayed(A, N)",
                                        [N_CHANGED] = "changed(A)",
                                        [N_FIRST] = "first()",
                                        [N_PREVIOUS] = "previous(A)",
                                        [N_CONSTANT] = "(N)",
                                        [N_PLUS] = "(A + B)",
                                        [N_MINUS] = "(A - B)",
                                        [N_PREVIOUS_INT] = "previous(A)",
                                        [N_PREVIOUS_FROM] = "previous(A, B)",
                                        [N_CHOICE] = "(C ? A : B)"};
    if (n->kind == N_BOOL) text_print(out, "b%d", n->number);
    else if (n->kind == N_INT) text_print(out, n->number ? "p" : "x");
    else put(forms[n->kind], n, out);
}

/* ---- what they mean at step t ---- */
static int number_at(const node *n, int t);
static bool holds(const node *n, int t) {
    bool found = false;
    switch (n->kind) {
    case N_BOOL: return bools[t][n->number];
    case N_NOT: return !holds(n->a, t);
    case N_AND: return holds(n->a, t) && holds(n->b, t);
    case N_OR: return holds(n->a, t) || holds(n->b, t);
    case N_IMPLIES: return !holds(n->a, t) || holds(n->b, t);
    case N_SAME: return holds(n->a, t) == holds(n->b, t);
    case N_LESS: return number_at(n->a, t) < number_at(n->b, t);
    case N_EQUAL: return number_at(n->a, t) == number_at(n->b, t);
    case N_ONCE:
    case N_ONCE_N:
        for (int k = t; k >= 0 && (n->kind == N_ONCE || k >= t - n->number); k--)
            found |= holds(n->a, k);
        return found;
    case N_HISTORICALLY:
    case N_HISTORICALLY_N:
        for (int k = t; k >= 0 && (n->kind == N_HISTORICALLY || k >= t - n->number); k--)
            found |= !holds(n->a, k);
        return !found;
    case N_SINCE:
        for (int k = t; k >= 0; k--) {
            bool all = holds(n->b, k);
            for (int j = k + 1; j <= t; j++) all &= holds(n->a, j);
            found |= all;
        }
        return found;
    case N_ROSE: return holds(n->a, t) && (t == 0 || !holds(n->a, t - 1));
    case N_FELL: return !holds(n->a, t) && t > 0 && holds(n->a, t - 1);
    case N_STAYED:
        for (int k = t; k > t - n->number; k--) found |= k < 0 || !holds(n->a, k);
        return !found;
    case N_CHANGED: return t > 0 && number_at(n->a, t) != number_at(n->a, t - 1);
    case N_FIRST: return t == 0;
    case N_PREVIOUS: return t > 0 && holds(n->a, t - 1);
    default: abort();
    }
}

static int number_at(const node *n, int t) {
    switch (n->kind) {
    case N_INT: return ints[t][n->number];
    case N_CONSTANT: return n->number;
    case N_PLUS: return number_at(n->a, t) + number_at(n->b, t);
    case N_MINUS: return number_at(n->a, t) - number_at(n->b, t);
    case N_PREVIOUS_INT: return t ? number_at(n->a, t - 1) : 0;
    case N_PREVIOUS_FROM: return t ? number_at(n->a, t - 1) : number_at(n->b, t);
    case N_CHOICE: return holds(n->c, t) ? number_at(n->a, t) : number_at(n->b, t);
    default: abort();
    }
}

/* ---- requirements ---- */
typedef struct {
    enum requirement_scope scope;
    enum requirement_trigger trigger;
    enum requirement_timing timing;
    bool negated; /* the condition */
    int steps;
    node *mode, *condition, *response, *stop;
    text words;
} sample;

static bool in_scope(const sample *s, int t) {
    int first = 0, end = 0;
    switch (s->scope) {
    case SCOPE_IN: return holds(s->mode, t);
    case SCOPE_NOT_IN: return !holds(s->mode, t);
    case SCOPE_BEFORE:
        for (int k = 0; k <= t; k++)
            if (holds(s->mode, k)) return false;
        return true;
    case SCOPE_AFTER:
        while (first <= t && !holds(s->mode, first)) first++;
        for (end = first; end <= t && holds(s->mode, end);) end++;
        return end <= t;
    default: return true;
    }
}

static bool wanted(const sample *s, int t) { return holds(s->condition, t) != s->negated; }

static bool triggers(const sample *s, int t) {
    if (!in_scope(s, t)) return false;
    bool start = t == 0 || !in_scope(s, t - 1);
    switch (s->trigger) {
    case TRIGGER_EVERY: return true;
    case TRIGGER_START: return start;
    case TRIGGER_WHILE: return wanted(s, t);
    default: return wanted(s, t) && (start || !wanted(s, t - 1));
    }
}

/* Where the response of a trigger at `from` fails; the interval ends after `last`. */
static int fails_from(const sample *s, int from, int last) {
    bool seen = false;
    int until = from + s->steps;
    switch (s->timing) {
    case TIMING_NOW: return holds(s->response, from) ? NEVER : from;
    case TIMING_NEXT: return from < last && !holds(s->response, from + 1) ? from + 1 : NEVER;
    case TIMING_WITHIN:
        for (int t = from; t <= until && t <= last; t++) seen |= holds(s->response, t);
        return until <= last && !seen ? until : NEVER;
    default: break;
    }
    for (int t = from; t <= last; t++) {
        bool now = holds(s->response, t), stops = s->stop && holds(s->stop, t);
        switch (s->timing) {
        case TIMING_ALWAYS:
            if (!now) return t;
            break;
        case TIMING_NEVER:
            if (now) return t;
            break;
        case TIMING_FOR:
            if (t <= until && !now) return t;
            break;
        case TIMING_AFTER:
            if ((t <= until && now) || (t == until + 1 && !now)) return t;
            break;
        case TIMING_UNTIL:
            if (stops) return NEVER;
            if (!now) return t;
            break;
        default:
            if (stops) return seen ? NEVER : t;
            seen |= now;
        }
    }
    return NEVER;
}

static void expected(const sample *s, int *violated, int *triggered) {
    *violated = *triggered = NEVER;
    for (int t = 0; t < LENGTH; t++) {
        if (!triggers(s, t)) continue;
        int last = t;
        while (last + 1 < LENGTH && in_scope(s, last + 1)) last++;
        int at = fails_from(s, t, last);
        if (*triggered == NEVER) *triggered = t;
        if (at != NEVER && (*violated == NEVER || at < *violated)) *violated = at;
    }
}

static void response_call(sample *s, rng *r) {
    static const char *const words[] = {"within", "lasts", "after", "until", "before", "next"};
    static const enum requirement_timing timings[] = {TIMING_WITHIN, TIMING_FOR,    TIMING_AFTER,
                                                      TIMING_UNTIL,  TIMING_BEFORE, TIMING_NEXT};
    uint32_t which = random_below(r, 9);
    bool plain = which >= 6;
    s->timing = plain ? TIMING_NOW : timings[which];
    if (!plain) text_print(&s->words, "%s(", words[which]);
    print(s->response, &s->words);
    if (which < 3) text_print(&s->words, ", %d", s->steps);
    if (s->timing == TIMING_UNTIL || s->timing == TIMING_BEFORE)
        text_add(&s->words, ", "), print(s->stop, &s->words);
    if (!plain) text_char(&s->words, ')');
}

static void formula(sample *s, rng *r) {
    bool triggered = random_below(r, 3);
    s->trigger = triggered ? TRIGGER_WHILE : TRIGGER_EVERY;
    if (random_below(r, 2)) text_add(&s->words, "always ");
    if (triggered) print(s->condition, &s->words), text_add(&s->words, " => ");
    response_call(s, r);
    /* A formula that is an implication has a trigger, with brackets or without. */
    if (!triggered && s->timing == TIMING_NOW && s->response->kind == N_IMPLIES) {
        node *whole = s->response;
        drop(s->condition);
        s->trigger = TRIGGER_WHILE;
        s->condition = whole->a;
        s->response = whole->b;
        free(whole);
    }
}

static void sentence(sample *s, rng *r) {
    static const char *const scopes[] = {[SCOPE_ALL] = "",
                                         [SCOPE_IN] = "in ",
                                         [SCOPE_NOT_IN] = "not in ",
                                         [SCOPE_BEFORE] = "before ",
                                         [SCOPE_AFTER] = "after "};
    static const struct {
        const char *words;
        enum requirement_trigger trigger;
        bool negated;
    } conditions[] = {{"", TRIGGER_START, false},
                      {"when ", TRIGGER_RISES, false},
                      {"upon ", TRIGGER_RISES, false},
                      {"whenever ", TRIGGER_WHILE, false},
                      {"unless ", TRIGGER_RISES, true}};
    static const char *const timings[] = {
        [TIMING_NOW] = "immediately",       [TIMING_ALWAYS] = "always",
        [TIMING_NEVER] = "never",           [TIMING_NEXT] = "at the next timepoint",
        [TIMING_WITHIN] = "within N steps", [TIMING_FOR] = "for N ticks",
        [TIMING_AFTER] = "after N steps",   [TIMING_UNTIL] = "until B",
        [TIMING_BEFORE] = "before B"};
    uint32_t which = random_below(r, 5);
    s->scope = random_below(r, 5);
    s->timing = random_below(r, TIMING_BEFORE + 1);
    s->trigger = conditions[which].trigger;
    s->negated = conditions[which].negated;
    text_add(&s->words, scopes[s->scope]);
    if (s->scope != SCOPE_ALL)
        print(s->mode, &s->words), text_add(&s->words, random_below(r, 2) ? ", " : " ");
    if (which)
        text_add(&s->words, conditions[which].words), print(s->condition, &s->words),
            text_char(&s->words, ' ');
    text_add(&s->words, random_below(r, 2) ? "the plant shall " : "plant shall ");
    node about = {.number = s->steps, .b = s->stop};
    put(timings[s->timing], &about, &s->words);
    text_add(&s->words, " satisfy ");
    print(s->response, &s->words);
}

static void make_sample(sample *s, rng *r) {
    *s = (sample){.steps = 1 + (int)random_below(r, 6)};
    s->mode = make(r, 1 + (int)random_below(r, 2));
    s->condition = make(r, 1 + (int)random_below(r, 3));
    s->response = make(r, 1 + (int)random_below(r, 3));
    s->stop = make(r, 1 + (int)random_below(r, 2));
    if (random_below(r, 2)) formula(s, r);
    else sentence(s, r);
}

/* ---- monitors, compiled ---- */
static void write_monitors(sample *all, const char *path) {
    requirements file = {.step = "plant"};
    input_error error = {0};
    text code = {0};
    for (int i = 0; i < FORMULAS; i++)
        text_print(&file.content, "r%d: %s\n", i, text_string(&all[i].words));
    if (!requirements_parse("fuzz.req", &file, &error)) {
        fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.message);
        exit(1);
    }
    text_add(&file.parameters, "int p");
    text_add(&file.arguments, "p");
    text_add(&code, "_Bool b0, b1, b2; int x, hit; extern char __bss_start[], _end[];\n"
                    "void reset(void) { __builtin_memset(__bss_start, 0, _end - __bss_start); }\n"
                    "static void plant(int p) { (void)p; }\n"
                    "void __cinch_requirement_violated(void) { hit = 1; }\n");
    for (uint32_t i = 0; i < 2 * FORMULAS; i++) {
        text_print(&code, "\n#undef " REQUIREMENT_STEP "\n#define " REQUIREMENT_STEP " step%u\n",
                   i);
        if (!monitor_write(&file, i / 2, i % 2 ? ASK_TRIGGER : ASK_VIOLATED, &code, &error)) {
            fprintf(stderr, "%s\n", error.message);
            exit(1);
        }
    }
    text_write_file(&code, path);
    text_release(&code);
    file.step = NULL;
    requirements_release(&file);
}

static void random_run(rng *r) {
    uint32_t often = 1 + random_below(r, 4);
    for (int t = 0; t < LENGTH; t++) {
        for (int i = 0; i < BOOLS; i++)
            bools[t][i] =
                t && random_below(r, often + 1) ? bools[t - 1][i] : (int)random_below(r, 2);
        for (int i = 0; i < INTS; i++) ints[t][i] = (int)random_below(r, 5) - 2;
    }
}

typedef struct {
    void *library;
    bool *b[BOOLS];
    int *x, *hit;
    void (*reset)(void);
} compiled;

static void *symbol(compiled *c, const char *name) {
    void *found = dlsym(c->library, name);
    if (!found) {
        fprintf(stderr, "%s is missing\n", name);
        exit(1);
    }
    return found;
}

static int first_hit(compiled *c, void (*step)(int)) {
    c->reset();
    for (int t = 0; t < LENGTH; t++) {
        for (int i = 0; i < BOOLS; i++) *c->b[i] = bools[t][i];
        *c->x = ints[t][0];
        step(ints[t][1]);
        if (*c->hit) return t;
    }
    return NEVER;
}

static void load(compiled *c, const char *code, const char *library) {
    char command[800], name[8];
    snprintf(command, sizeof command, "cc -w -O0 -shared -fPIC -Wl,-Bsymbolic -o %s %s", library,
             code);
    if (system(command) || !(c->library = dlopen(library, RTLD_NOW))) {
        fprintf(stderr, "%s: the monitors do not compile\n", code);
        exit(1);
    }
    for (int i = 0; i < BOOLS; i++) {
        snprintf(name, sizeof name, "b%d", i);
        c->b[i] = symbol(c, name);
    }
    c->x = symbol(c, "x");
    c->hit = symbol(c, "hit");
    *(void **)&c->reset = symbol(c, "reset");
}

static bool check_run(compiled *c, sample *all, uint64_t *seen) {
    for (int i = 0; i < FORMULAS; i++) {
        int says[2], got[2];
        expected(&all[i], &says[0], &says[1]);
        for (int k = 0; k < 2; k++) {
            char name[24];
            void (*step)(int);
            snprintf(name, sizeof name, "step%d", 2 * i + k);
            *(void **)&step = symbol(c, name);
            got[k] = first_hit(c, step);
        }
        *seen += says[0] != NEVER;
        if (says[0] == got[0] && says[1] == got[1]) continue;
        printf("%s\nviolated at %d, the monitor says %d; triggered at %d, the monitor says %d\n",
               text_string(&all[i].words), says[0], got[0], says[1], got[1]);
        for (int t = 0; t < LENGTH; t++)
            printf("  %2d: b0 %d b1 %d b2 %d x %d p %d\n", t, bools[t][0], bools[t][1], bools[t][2],
                   ints[t][0], ints[t][1]);
        return false;
    }
    return true;
}

static bool batch(rng *r, const char *folder, uint64_t number, uint64_t *seen) {
    static sample all[FORMULAS];
    char code[200], library[200];
    compiled c = {0};
    bool good = true;
    snprintf(code, sizeof code, "%s/monitors.c", folder);
    snprintf(library, sizeof library, "%s/monitors-%llu.so", folder, (unsigned long long)number);
    for (int i = 0; i < FORMULAS; i++) make_sample(&all[i], r);
    write_monitors(all, code);
    load(&c, code, library);
    for (int k = 0; k < RUNS && good; k++) {
        random_run(r);
        good = check_run(&c, all, seen);
    }
    dlclose(c.library);
    unlink(library);
    unlink(code);
    for (int i = 0; i < FORMULAS; i++) {
        drop(all[i].mode), drop(all[i].condition), drop(all[i].response), drop(all[i].stop);
        text_release(&all[i].words);
    }
    return good;
}

int main(int argc, char **argv) {
    uint64_t pairs = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, done = 0, seen = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    char folder[] = "/tmp/cinch-requirement-XXXXXX";
    bool good = mkdtemp(folder) != NULL;
    for (uint64_t n = 0; good && done < pairs; n++, done += FORMULAS * RUNS) {
        rng r = {seed * 1000003 + n};
        good = batch(&r, folder, n, &seen);
    }
    rmdir(folder);
    if (!good) return 1;
    printf("%llu pairs of a requirement and a run agree, %llu with a violation\n",
           (unsigned long long)done, (unsigned long long)seen);
    return 0;
}
