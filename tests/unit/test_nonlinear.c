/* The rules about products and remainders (solver/nonlinear.h) at small numbers: each of them is a
 * theorem, so it holds wherever the operations have their values. */
#include "base/fail.h"
#include "base/random.h"
#include "solver/nonlinear.h"
#include "term/value.h"

#include <stdio.h>
#include <stdlib.h>

enum { OPERATIONS = 4, ARGUMENTS = 5, ROUNDS = 3000, MOST = 9 };

typedef struct {
    terms *t;
    values *v;
    evaluator *e;
    model point;
    rng r;
    term argument[ARGUMENTS], choice, product[OPERATIONS], remainder[OPERATIONS];
    nonlinear all;
    term_vec rules;
} test;

static term number(test *x, long n) { return term_int(x->t, n); }
static void set(test *x, term var, long n) {
    model_set(&x->point, var, value_of_term(x->v, number(x, n)));
}

static long value_at(test *x, term a) {
    for (long n = -MOST * MOST; n <= MOST * MOST; n++)
        if (term_holds(x->e, &x->point, term_eq(x->t, a, number(x, n)))) return n;
    abort();
}

/* A variable, or one of two by a condition: such terms, too, may be the same. */
static term some_argument(test *x) {
    term a = x->argument[random_below(&x->r, ARGUMENTS)],
         b = x->argument[random_below(&x->r, ARGUMENTS)];
    return random_below(&x->r, 2) ? a : term_ite(x->t, x->choice, a, b);
}

static void make_operations(test *x) {
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        term a = some_argument(x), b = some_argument(x), c = some_argument(x);
        term d = random_below(&x->r, 3) ? some_argument(x) : x->remainder[0];
        vec_push(&x->all.products, ((int_product){a, b, x->product[i]}));
        vec_push(&x->all.remainders, ((int_remainder){i ? d : c, b, x->remainder[i]}));
    }
    for (long c = -2; c <= 3; c++) nonlinear_bound(&x->all, number(x, c));
    nonlinear_rules(x->t, &x->all, &x->rules);
}

static void set_values(test *x) {
    for (uint32_t i = 0; i < ARGUMENTS; i++)
        set(x, x->argument[i], (long)random_below(&x->r, 2 * MOST + 1) - MOST);
    model_set(&x->point, x->choice, value_of_term(x->v, term_bool(x->t, random_below(&x->r, 2))));
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        const int_product *p = &x->all.products.data[i];
        const int_remainder *m = &x->all.remainders.data[i];
        set(x, p->value, value_at(x, p->x) * value_at(x, p->y));
        long of = value_at(x, m->of), by = value_at(x, m->by);
        set(x, m->value, by ? of % by : of);
    }
}

static void check_rules(test *x) {
    for (uint32_t i = 0; i < x->rules.size; i++)
        require(term_holds(x->e, &x->point, x->rules.data[i]), "a rule that does not hold");
}

static void begin(test *x) {
    char name[16];
    x->t = terms_new();
    x->v = values_new(x->t);
    x->e = evaluator_new(x->t, x->v);
    model_init(&x->point, x->v);
    for (int i = 0; i < ARGUMENTS; i++) {
        snprintf(name, sizeof name, "a%d", i);
        x->argument[i] = term_var(x->t, name, sort_int(x->t));
    }
    for (int i = 0; i < OPERATIONS; i++) {
        snprintf(name, sizeof name, "p%d", i);
        x->product[i] = term_var(x->t, name, sort_int(x->t));
        snprintf(name, sizeof name, "r%d", i);
        x->remainder[i] = term_var(x->t, name, sort_int(x->t));
    }
    x->choice = term_var(x->t, "choice", sort_bool(x->t));
}

static void end(test *x) {
    vec_release(&x->rules);
    nonlinear_release(&x->all);
    model_release(&x->point);
    evaluator_delete(x->e);
    values_delete(x->v);
    terms_delete(x->t);
}

int main(void) {
    uint64_t checked = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        test x = {.r = {seed}};
        begin(&x);
        make_operations(&x);
        for (uint32_t i = 0; i < ROUNDS / 20; i++, checked += x.rules.size) {
            set_values(&x);
            check_rules(&x);
        }
        require(x.rules.size > 20 * OPERATIONS, "few rules");
        end(&x);
    }
    printf("test_nonlinear: %llu rules at points, all hold\n", (unsigned long long)checked);
    return 0;
}
