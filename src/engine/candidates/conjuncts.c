#include "engine/candidates/conjuncts.h"

#include "base/log.h"
#include "engine/candidates/segment.h"

void conjuncts_add(conjuncts *c, terms *t, loc at, term formula) {
    assert(term_is_bool(t, formula));
    term_vec parts = {0};
    term_conjuncts(t, formula, &parts);
    for (uint32_t i = 0; i < parts.size; i++) {
        bool known = term_is_true(t, parts.data[i]);
        for (uint32_t j = 0; j < c->size && !known; j++)
            known = same_loc(c->data[j].at, at) && same(c->data[j].formula, parts.data[i]);
        conjunct one = {.at = at, .formula = parts.data[i]};
        if (known) continue;
        one.active = term_fresh(t, "active", sort_bool(t));
        vec_push(c, one);
    }
    vec_release(&parts);
}

static void conjoin(terms *t, term *into, term part) {
    *into = into->id ? term_and(t, *into, part) : part;
}

void conjuncts_guarded(const conjuncts *c, terms *t, uint32_t locations, term_vec *out) {
    assert_debug(locations);
    vec_clear(out);
    vec_resize(out, locations);
    for (uint32_t i = 0; i < c->size; i++)
        conjoin(t, &out->data[c->data[i].at.id],
                term_implies(t, c->data[i].active, conjunct_premise(&c->data[i])));
}

void conjuncts_plain(const conjuncts *c, terms *t, uint32_t locations, term_vec *out) {
    vec_clear(out);
    vec_resize(out, locations);
    for (uint32_t i = 0; i < c->size; i++)
        conjoin(t, &out->data[c->data[i].at.id], c->data[i].formula);
}

void conjuncts_literals(const conjuncts *c, term_vec *out) {
    vec_clear(out);
    for (uint32_t i = 0; i < c->size; i++) vec_push(out, c->data[i].active);
}

bool conjuncts_exclude_errors(const conjuncts *c, program *p, const engine_options *o,
                              const budget *b, term_vec *needed) {
    LOG("candidates", "do %u conjuncts exclude the errors?", c->size);
    bool safe = true;
    for (enum segment_origin from = FROM_START; from <= FROM_ANYWHERE && safe; from++) {
        bits dropped = {0};
        u32_vec core = {0};
        segment s;
        safe = segment_open(&s, p, o, b, c, from, &dropped) &&
               elimination_ask(&s.elimination, segment_errors(&s), &core) == ANSWER_UNSAT;
        for (uint32_t i = 0; i < core.size; i++) vec_push(needed, c->data[core.data[i]].active);
        segment_close(&s);
        vec_release(&core);
        bits_release(&dropped);
    }
    return safe;
}

bool conjuncts_trim(conjuncts *c, program *p, const engine_options *o, const budget *b,
                    const term_vec *needed) {
    LOG("candidates", "trim %u conjuncts, %u needed", c->size, needed->size);
    bits dropped = {0}, kept = {0};
    segment s;
    bool done = segment_open(&s, p, o, b, c, FROM_ANYWHERE, &dropped);
    for (uint32_t i = 0; i < c->size; i++)
        for (uint32_t j = 0; j < needed->size; j++)
            if (same(needed->data[j], c->data[i].active)) bits_add(&kept, i);
    done = done && eliminate_support(&s.elimination, &kept, NULL);
    if (done) conjuncts_keep(c, &kept);
    segment_close(&s);
    bits_release(&dropped);
    bits_release(&kept);
    return done;
}
