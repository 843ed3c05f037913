#include "frontend/written/behavior.h"
#include "base/fail.h"

#include <string.h>

static formula *truth(formula_context *c, const char *value) {
    return formula_read(c, value, value + strlen(value));
}

/* What the behavior assumes: all of its clauses. */
static formula *assumption(formula_context *c, const function_text *f, const char *behavior) {
    formula *all = NULL;
    for (uint32_t i = 0; i < f->clauses.size; i++) {
        const written_clause *k = &f->clauses.data[i];
        if (k->kind != CLAUSE_ASSUMES || strcmp(k->behavior ? k->behavior : "", behavior)) continue;
        formula *one = formula_read(c, k->from, k->end);
        all = all ? formula_join(c, "&&", all, one) : one;
    }
    return all ? all : truth(c, "\\true");
}

formula *behavior_clause(formula_context *c, const function_text *f, const written_clause *k) {
    formula *said = formula_read(c, k->from, k->end);
    if (!k->behavior) return said;
    formula *assumed = assumption(c, f, k->behavior);
    if (k->kind == CLAUSE_ENSURES) assumed = formula_before(c, assumed);
    return formula_join(c, "==>", assumed, said);
}

/* ---- complete and disjoint ---- */

/* The behaviors that the clause is about. */
static void list_behaviors(const function_text *f, const written_clause *of, string_vec *out) {
    bool named = word_at(of->from, of->end).kind != WORD_END;
    for (uint32_t i = 0; i < f->clauses.size; i++) {
        const char *name = f->clauses.data[i].behavior;
        if (!name || strings_have(out, name)) continue;
        if (!named || names_word(of->from, of->end, name)) vec_push(out, (char *)(uintptr_t)name);
    }
}

static formula *some_of(formula_context *c, const function_text *f, const string_vec *names) {
    formula *any = truth(c, "\\false");
    for (uint32_t i = 0; i < names->size; i++)
        any = formula_join(c, "||", any, assumption(c, f, names->data[i]));
    return any;
}

static formula *at_most_one(formula_context *c, const function_text *f, const string_vec *names) {
    formula *all = truth(c, "\\true");
    for (uint32_t i = 0; i < names->size; i++)
        for (uint32_t k = i + 1; k < names->size; k++) {
            formula *one = assumption(c, f, names->data[i]),
                    *two = assumption(c, f, names->data[k]);
            formula *both = formula_join(c, "&&", one, two);
            all = formula_join(c, "&&", all, formula_join(c, "==>", both, truth(c, "\\false")));
        }
    return all;
}

static uint32_t count_names(const written_clause *k) {
    uint32_t count = 0;
    for (source_word w = word_at(k->from, k->end); w.kind != WORD_END;
         w = word_at(word_end(w), k->end))
        count += w.kind == WORD_NAME;
    return count;
}

static void check_one(formula_context *c, const function_text *f, const written_clause *k,
                      text *out) {
    string_vec names = {0};
    bool complete = k->kind == CLAUSE_COMPLETE;
    list_behaviors(f, k, &names);
    if (count_names(k) > names.size) refuse(c->refused, "a behavior that is not there");
    char *label = claim_label(complete ? "complete behaviors" : "disjoint behaviors", f->name, k);
    claim_writer to = {c, "__cinch_assert", label, NULL, f, NULL, out, NULL};
    claim_place(&k->origin, out);
    claim_write(&to, (complete ? some_of : at_most_one)(c, f, &names));
    mem_free(label);
    vec_release(&names);
}

void behaviors_check(formula_context *c, const function_text *f, text *out) {
    for (uint32_t i = 0; i < f->clauses.size; i++) {
        const written_clause *k = &f->clauses.data[i];
        c->acsl = k->acsl;
        if (k->kind == CLAUSE_COMPLETE || k->kind == CLAUSE_DISJOINT) check_one(c, f, k, out);
    }
}
