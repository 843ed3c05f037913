#include "goal/place.h"
#include "base/fail.h"

#include <string.h>

static void name(string_vec *out, uint32_t at, const char *words, uint32_t n, const char *half) {
    if (at != NO_MARK && at < out->size && !out->data[at])
        out->data[at] = mem_format("%s %u%s", words, n, half);
}

void mark_places(const goals *g, string_vec *out) {
    intern words;
    map alike = {0};
    intern_init(&words);
    for (uint32_t i = 0; i < g->marks.size; i++) vec_push(out, NULL);
    for (uint32_t i = 0; i < g->items.size; i++) {
        const goal *x = &g->items.data[i];
        char *says =
            mem_format("%s %s %s %u %s", goal_name(g, x->function), goal_kind_names[x->kind],
                       goal_outcome_of(g, x), x->condition, goal_name(g, x->words));
        uint64_t before = 0;
        uint32_t id = intern_id(&words, says);
        map_get(&alike, id, &before);
        map_set(&alike, id, before + 1);
        name(out, x->mark, says, (uint32_t)before, "");
        name(out, x->other, says, (uint32_t)before, " false");
        mem_free(says);
    }
    map_release(&alike);
    intern_release(&words);
}

void mark_places_release(string_vec *places) { vec_free_each(places); }

uint32_t mark_at_place(const string_vec *places, const char *place) {
    for (uint32_t i = 0; i < places->size; i++)
        if (places->data[i] && !strcmp(places->data[i], place)) return i;
    return NO_MARK;
}
