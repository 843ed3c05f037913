/* Clauses for the contract of one function, guessed from the points where it was run. */
#include "base/log.h"
#include "frontend/llvm/evaluate.h"
#include "frontend/llvm/function.h"

#include <string.h>

enum { CONSTANTS = 8, MOST_CLAUSES = 400, TABLE = 256, FEW = 3, SMALL = 4 };

typedef vec(contract_point) points;
typedef struct {
    const function_info *f;
    contract *c;
    points seen;
    int64_t reach; /* of the arguments that were tried */
    int64_t constant[CONSTANTS];
    uint32_t constants;
} guessing;

static void add_constant(guessing *g, int64_t x) {
    for (uint32_t i = 0; i < g->constants; i++)
        if (g->constant[i] == x) return;
    if (g->constants < CONSTANTS) g->constant[g->constants++] = x;
}

static void add_compared(guessing *g, LLVMValueRef v) {
    for (int k = 0; LLVMIsAICmpInst(v) && k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(v, (unsigned)k);
        if (LLVMIsAConstantInt(x) && integer_width(LLVMTypeOf(x)))
            add_constant(g, LLVMConstIntGetSExtValue(x));
    }
}

/* What the function compares with, 0 and 1. */
static void find_constants(guessing *g) {
    add_constant(g, 0);
    add_constant(g, 1);
    for (uint32_t n = g->f->arguments; n < g->f->values.size; n++)
        add_compared(g, g->f->values.data[n].value);
}

/* What its callers compare with before they call it: bounds of arguments. */
static void find_bounds(guessing *g) {
    for (LLVMUseRef u = LLVMGetFirstUse(g->f->function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call)) continue;
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(caller);
        for (; b && caller != g->f->function; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                add_compared(g, i);
    }
}

/* ---- which clauses are kept ---- */

static bool follows(const contract_guard *g, const contract_guard *from) {
    if (g->argument != from->argument || g->with_argument != from->with_argument) return false;
    if (g->relation == from->relation && g->bound == from->bound) return true;
    bool exact = from->relation == CONTRACT_EQ || from->relation == g->relation;
    if (g->with_argument || !exact) return false;
    return g->relation == CONTRACT_GE   ? from->bound >= g->bound
           : g->relation == CONTRACT_LE ? from->bound <= g->bound
                                        : false;
}

/* Every guard of `k` follows from one of `where`. */
static bool guards_imply(const contract_clause *where, const contract_clause *k) {
    for (uint32_t i = 0; i < k->guards; i++) {
        bool found = false;
        for (uint32_t n = 0; n < where->guards && !found; n++)
            found = follows(&k->guard[i], &where->guard[n]);
        if (!found) return false;
    }
    return true;
}

/* `a` says what `k` says, in all cases in which k does. */
static bool says_more(const contract_clause *a, const contract_clause *k) {
    return a->after == k->after && a->part == k->part && a->power == k->power &&
           a->exponent == k->exponent && a->subject == k->subject && a->relation == k->relation &&
           a->constant == k->constant &&
           !memcmp(a->coefficient, k->coefficient, sizeof a->coefficient) && guards_imply(k, a);
}

static void add(guessing *g, contract_clause k) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->c->clauses.size; i++)
        if (says_more(&g->c->clauses.data[i], &k)) return;
    for (uint32_t i = 0; i < g->c->clauses.size; i++)
        if (!says_more(&k, &g->c->clauses.data[i]))
            g->c->clauses.data[kept++] = g->c->clauses.data[i];
    g->c->clauses.size = kept;
    if (g->c->clauses.size < MOST_CLAUSES) vec_push(&g->c->clauses, k);
}

/* ---- runs ---- */
static void run_at(evaluation *e, LLVMValueRef function, const int64_t *arguments, uint32_t n) {
    contract_point at = {{0}};
    memcpy(at.value, arguments, n * sizeof *arguments);
    uint64_t left = e->fuel, share = left < 30000 ? left : 30000;
    e->fuel = share;
    evaluate_function(e, function, &at);
    e->fuel = left - (share - e->fuel);
}

/* All arguments between `low` and `high`, in ascending order, so that what a run needs has mostly
 * been run. */
static void run_grid(evaluation *e, LLVMValueRef function, uint32_t n, int64_t low, int64_t high) {
    int64_t at[CONTRACT_ARGUMENTS];
    for (uint32_t i = 0; i < n; i++) at[i] = low;
    for (;;) {
        run_at(e, function, at, n);
        uint32_t i = 0;
        while (i < n && ++at[i] > high) at[i++] = low;
        if (i == n || !e->fuel) return;
    }
}

static void run_near_constants(evaluation *e, guessing *g) {
    int64_t at[CONTRACT_ARGUMENTS] = {0};
    for (uint32_t i = 0; i < g->constants; i++)
        for (int64_t d = -3; d <= 3; d++) {
            for (uint32_t k = 0; k < g->c->arguments; k++) at[k] = g->constant[i] + d;
            run_at(e, g->f->function, at, g->c->arguments);
        }
}

static bool fits(const contract *c, const contract_point *at) {
    for (uint32_t i = 0; i < c->arguments; i++)
        if (c->width[i] < 64 && (at->value[i] >> (c->width[i] - 1)) != (at->value[i] < 0 ? -1 : 0))
            return false;
    return true;
}

static void collect_points(const evaluation *e, guessing *g) {
    for (uint32_t i = 0; i < e->runs.size; i++) {
        const struct evaluated *r = &e->runs.data[i];
        if (r->function == g->f->function && r->good && fits(g->c, &r->at))
            vec_push(&g->seen, r->at);
    }
}

/* ---- clauses about results ---- */
/* Clauses begin with their guards. */
static contract_clause about_result(const guessing *g, const contract_clause *where) {
    contract_clause k = *where;
    k.after = true;
    k.subject = (uint8_t)g->c->arguments;
    return k;
}

static bool holds_everywhere(const guessing *g, const contract_clause *k) {
    for (uint32_t i = 0; i < g->seen.size; i++)
        if (!contract_clause_holds(g->c, k, &g->seen.data[i])) return false;
    return true;
}

/* The constant that makes an equation true at the first point where the guard holds. */
static bool fit_constant(const guessing *g, contract_clause *k) {
    for (uint32_t i = 0; i < g->seen.size; i++) {
        const contract_point *p = &g->seen.data[i];
        if (!contract_clause_applies(k, p)) continue;
        uint64_t sum = (uint64_t)p->value[k->subject] - contract_clause_sum(g->c, k, p);
        k->constant = (int64_t)sum;
        return true;
    }
    return false;
}

static bool same_width(const contract *c, uint32_t argument) {
    return c->width[argument] == c->width[c->arguments];
}

/* Coefficients from -2 to 2 by number: digits in base 5, 0 first. */
static bool set_coefficients(const contract *c, uint32_t number, contract_clause *k) {
    static const int64_t digit[] = {0, 1, -1, 2, -2};
    for (uint32_t i = 0; i < c->arguments; i++, number /= 5) {
        k->coefficient[i] = digit[number % 5];
        if (k->coefficient[i] && !same_width(c, i)) return false;
    }
    return true;
}

/* How many kinds of parts a sum may have. */
static uint32_t parts_of(const contract *c) {
    if (!same_width(c, 0)) return 1;
    return c->arguments == 1 ? CONTRACT_PRODUCT + 1 : same_width(c, 1) ? CONTRACT_REMAINDER + 1 : 1;
}

/* The first equation that all points satisfy: a constant, a linear one, one with a product or a
 * remainder. False: none. */
static bool guess_equation(guessing *g, const contract_clause *where) {
    uint32_t combinations = 1;
    for (uint32_t i = 0; i < g->c->arguments; i++) combinations *= 5;
    for (uint32_t n = 0; n < combinations * parts_of(g->c); n++) {
        contract_clause k = about_result(g, where);
        k.part = n / combinations;
        if (!set_coefficients(g->c, n % combinations, &k) || !fit_constant(g, &k) ||
            !holds_everywhere(g, &k))
            continue;
        add(g, k);
        return true;
    }
    return false;
}

/* Of two results for neighbouring exponents the difference is the power of the first. False: there
 * are none. */
static bool fit_power(const guessing *g, contract_clause *k) {
    enum { MOST_EXPONENT = 16 };
    const contract_point *last[MOST_EXPONENT + 2] = {NULL};
    for (uint32_t i = 0; i < g->seen.size; i++) {
        const contract_point *p = &g->seen.data[i];
        int64_t x = p->value[k->exponent];
        if (x >= 0 && x <= MOST_EXPONENT && contract_clause_applies(k, p)) last[x] = p;
    }
    for (uint32_t x = 0; x <= MOST_EXPONENT; x++) {
        if (!last[x] || !last[x + 1]) continue;
        k->power = (last[x + 1]->value[k->subject] - last[x]->value[k->subject]) >> x;
        return k->power != 0;
    }
    return false;
}

/* What doubles with each step of an argument. */
static bool guess_power(guessing *g, const contract_clause *where) {
    for (uint32_t a = 0; a < g->c->arguments; a++) {
        contract_clause k = about_result(g, where);
        k.exponent = (uint8_t)a;
        if (!same_width(g->c, a) || !fit_power(g, &k) || !fit_constant(g, &k) ||
            !holds_everywhere(g, &k))
            continue;
        add(g, k);
        return true;
    }
    return false;
}

static int64_t magnitude(const contract *c, const contract_point *p) {
    int64_t m = 0;
    for (uint32_t i = 0; i < c->arguments; i++) {
        int64_t x = p->value[i] < 0 ? -p->value[i] : p->value[i];
        if (x > m) m = x;
    }
    return m;
}

/* The tightest bound of result - argument (argument = arguments: of the result only) over the
 * points. One that few of them reach, or only large arguments, says which arguments were tried. */
static void guess_bound(guessing *g, const contract_clause *where, uint32_t argument,
                        enum contract_relation relation) {
    contract_clause k = about_result(g, where);
    k.relation = relation;
    if (argument < g->c->arguments) k.coefficient[argument] = 1;
    uint32_t reached = 0;
    for (uint32_t i = 0; i < g->seen.size; i++) {
        const contract_point *p = &g->seen.data[i];
        if (!contract_clause_applies(where, p)) continue;
        int64_t d = (int64_t)((uint64_t)p->value[k.subject] -
                              (argument < g->c->arguments ? (uint64_t)p->value[argument] : 0));
        if (!reached || (relation == CONTRACT_GE ? d < k.constant : d > k.constant))
            k.constant = d, reached = 0;
        reached += d == k.constant && magnitude(g->c, p) <= g->reach / 2;
    }
    if (reached >= FEW && holds_everywhere(g, &k)) add(g, k);
}

static uint32_t points_where(const guessing *g, const contract_clause *where) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->seen.size; i++)
        n += contract_clause_applies(where, &g->seen.data[i]);
    return n;
}

/* Two results, such as yes and no: how they relate to the sizes of arguments says little. */
static bool decides(const guessing *g) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint32_t i = 0; i < g->seen.size; i++) {
        int64_t x = g->seen.data[i].value[g->c->arguments];
        if (x < least) least = x;
        if (x > most) most = x;
    }
    return g->seen.size && most - 1 <= least;
}

/* True: the result is known. */
static bool guess_where(guessing *g, const contract_clause *where) {
    if (points_where(g, where) < FEW) return false;
    if (guess_equation(g, where) || guess_power(g, where)) return true;
    for (uint32_t a = decides(g) ? g->c->arguments : 0; a <= g->c->arguments; a++) {
        if (a < g->c->arguments && !same_width(g->c, a)) continue;
        guess_bound(g, where, a, CONTRACT_GE);
        guess_bound(g, where, a, CONTRACT_LE);
    }
    return false;
}

static void guess_where_one(guessing *g, uint32_t argument, enum contract_relation r,
                            int64_t bound) {
    guess_where(g,
                &(contract_clause){.guards = 1, .guard = {{(uint8_t)argument, false, r, bound}}});
}

/* One of a few cases, as in a definition by one argument after the other. */
static void guess_where_small(guessing *g, uint32_t argument, int64_t x) {
    contract_clause where = {.guards = 1, .guard = {{(uint8_t)argument, false, CONTRACT_EQ, x}}};
    if (points_where(g, &where) >= FEW && !guess_equation(g, &where)) guess_power(g, &where);
}

static void guess_where_all(guessing *g, int64_t least) {
    contract_clause where = {.guards = g->c->arguments};
    for (uint32_t a = 0; a < g->c->arguments; a++)
        where.guard[a] = (contract_guard){(uint8_t)a, false, CONTRACT_GE, least};
    guess_where(g, &where);
}

/* What was computed for small arguments, one by one. */
static void guess_table(guessing *g) {
    uint32_t made = 0;
    for (int64_t m = 0; m <= 128 && made < TABLE; m++)
        for (uint32_t i = 0; i < g->seen.size && made < TABLE; i++) {
            const contract_point *p = &g->seen.data[i];
            if (magnitude(g->c, p) != m) continue;
            contract_clause k = {.after = true,
                                 .single = true,
                                 .subject = (uint8_t)g->c->arguments,
                                 .guards = g->c->arguments,
                                 .constant = p->value[g->c->arguments]};
            for (uint32_t a = 0; a < g->c->arguments; a++)
                k.guard[a].argument = (uint8_t)a, k.guard[a].bound = p->value[a];
            add(g, k);
            made++;
        }
}

/* ---- divisors ---- */

/* From where on arguments count: nothing, or what the function compares with and the number after
 * it. */
typedef struct {
    int64_t from[2 * CONSTANTS];
    uint32_t n;
} beginnings;

static void add_beginning(beginnings *t, int64_t x) {
    for (uint32_t i = 0; i < t->n; i++)
        if (t->from[i] == x) return;
    uint32_t at = t->n++;
    for (; at && t->from[at - 1] > x; at--) t->from[at] = t->from[at - 1];
    t->from[at] = x;
}

static beginnings find_beginnings(const guessing *g, uint32_t own) {
    beginnings t = {{0}, 0};
    for (uint32_t i = 0; i < own; i++) {
        add_beginning(&t, g->constant[i]);
        if (g->constant[i] < INT64_MAX) add_beginning(&t, g->constant[i] + 1);
    }
    return t;
}

/* The guards of a choice: for each argument none (0), or from one of these on; by number. */
static contract_clause where_from(const guessing *g, const beginnings *t, uint32_t number) {
    contract_clause where = {0};
    for (uint32_t a = 0; a < g->c->arguments; a++, number /= t->n + 1)
        if (number % (t->n + 1))
            where.guard[where.guards++] =
                (contract_guard){(uint8_t)a, false, CONTRACT_GE, t->from[number % (t->n + 1) - 1]};
    return where;
}

/* Points at which it says something: a proper multiple of more than 1. */
static bool divides_properly(const guessing *g, const contract_clause *k, uint32_t of,
                             uint32_t by) {
    uint32_t proper = 0;
    for (uint32_t i = 0; i < g->seen.size && proper < FEW; i++) {
        const contract_point *p = &g->seen.data[i];
        int64_t x = p->value[of], y = p->value[by];
        proper += (y > 1 || y < -1) && x && x != y && contract_clause_applies(k, p);
    }
    return proper == FEW;
}

/* `of` is a multiple of `by`, places of a point, wherever calls return. */
static contract_clause multiple(const guessing *g, contract_clause where, uint32_t of,
                                uint32_t by) {
    bool by_result = by == g->c->arguments;
    where.after = true;
    where.relation = by_result ? CONTRACT_DIVIDES : CONTRACT_MULTIPLE;
    where.subject = (uint8_t)(by_result ? by : of);
    where.coefficient[by_result ? of : by] = 1;
    return where;
}

static void guess_multiple(guessing *g, const beginnings *t, uint32_t of, uint32_t by) {
    uint32_t choices = 1;
    for (uint32_t a = 0; a < g->c->arguments; a++) choices *= t->n + 1;
    for (uint32_t n = 0; n < choices; n++) {
        contract_clause k = multiple(g, where_from(g, t, n), of, by);
        if (divides_properly(g, &k, of, by) && holds_everywhere(g, &k)) add(g, k);
    }
}

/* Equations for the case that an argument has a relation, each being at least 0, or 1. */
static void guess_case(guessing *g, contract_guard guard) {
    for (uint32_t from_1 = 0; from_1 < 1u << g->c->arguments; from_1++) {
        contract_clause where = {.guards = 1, .guard = {guard}};
        for (uint32_t a = 0; a < g->c->arguments; a++)
            where.guard[where.guards++] =
                (contract_guard){(uint8_t)a, false, CONTRACT_GE, from_1 >> a & 1};
        if (points_where(g, &where) >= FEW) guess_equation(g, &where);
    }
}

static void guess_cases(guessing *g, contract_guard guard) {
    static const enum contract_relation cases[] = {CONTRACT_MULTIPLE, CONTRACT_NO_MULTIPLE,
                                                   CONTRACT_LE, CONTRACT_GE};
    for (uint32_t i = 0; i < (guard.with_argument ? 4u : 2u); i++) {
        guard.relation = cases[i];
        guess_case(g, guard);
    }
}

/* More arguments have too many relations to each other. */
enum { MOST_RELATED = 3 };

static void guess_multiples(guessing *g, uint32_t own) {
    uint32_t n = g->c->arguments;
    beginnings t = find_beginnings(g, own);
    for (uint32_t of = 0; of < n && n <= MOST_RELATED; of++)
        for (uint32_t by = 0; by <= n; by++)
            if (of != by && g->c->width[of] == g->c->width[by]) guess_multiple(g, &t, of, by);
}

static void guess_related(guessing *g) {
    uint32_t n = g->c->arguments;
    for (uint32_t of = 0; of < n && n <= MOST_RELATED; of++) {
        guess_cases(g, (contract_guard){(uint8_t)of, false, CONTRACT_MULTIPLE, 2});
        for (uint32_t by = 0; by < n; by++)
            if (of != by && g->c->width[of] == g->c->width[by])
                guess_cases(g, (contract_guard){(uint8_t)of, true, CONTRACT_MULTIPLE, by});
    }
}

/* For all that the function itself compares with; single values of callers. */
static void guess_by_constants(guessing *g, uint32_t own) {
    for (uint32_t i = 0; i < own; i++) {
        int64_t x = g->constant[i];
        for (uint32_t a = 0; a < g->c->arguments; a++) {
            guess_where_one(g, a, CONTRACT_LE, x - 1);
            guess_where_one(g, a, CONTRACT_LE, x);
            guess_where_one(g, a, CONTRACT_GE, x);
            guess_where_one(g, a, CONTRACT_GE, x + 1);
            guess_where_one(g, a, CONTRACT_EQ, x);
        }
    }
    for (uint32_t a = 0; a < g->c->arguments; a++) {
        for (uint32_t i = own; i < g->constants; i++)
            guess_where_one(g, a, CONTRACT_EQ, g->constant[i]);
        for (int64_t x = 0; x <= SMALL && g->c->arguments > 1; x++) guess_where_small(g, a, x);
    }
    guess_where_all(g, 0);
    guess_where_all(g, 1);
}

static void guess_results(guessing *g, uint32_t own) {
    if (!guess_where(g, &(contract_clause){0})) {
        guess_by_constants(g, own);
        guess_related(g);
    }
    guess_table(g);
}

/* ---- clauses about arguments ---- */
static void guess_arguments(guessing *g) {
    for (uint32_t a = 0; a < g->c->arguments; a++) {
        for (uint32_t i = 0; i < g->constants; i++)
            for (enum contract_relation r = CONTRACT_NE; r <= CONTRACT_GE; r++)
                add(g, (contract_clause){
                           .subject = (uint8_t)a, .relation = r, .constant = g->constant[i]});
        for (uint32_t b = 0; b < g->c->arguments; b++) {
            if (b == a || g->c->width[a] != g->c->width[b]) continue;
            contract_clause k = {.subject = (uint8_t)a, .relation = CONTRACT_LE};
            k.coefficient[b] = 1;
            add(g, k);
        }
    }
}

void guess_contract(evaluation *e, LLVMValueRef function, contract *c) {
    LOG("translate", "guess a contract");
    static const int64_t reach[] = {0, 64, 20, 6, 2};
    guessing g = {.f = function_of(e->tr, function), .c = c, .reach = reach[c->arguments]};
    find_constants(&g);
    run_grid(e, function, c->arguments, c->arguments == 1 ? -4 : -2, g.reach);
    run_near_constants(e, &g);
    collect_points(e, &g);
    uint32_t own = g.constants;
    find_bounds(&g);
    guess_arguments(&g);
    if (c->width[c->arguments]) guess_results(&g, own);
    guess_multiples(&g, own);
    vec_release(&g.seen);
}
