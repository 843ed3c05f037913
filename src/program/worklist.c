#include "program/worklist.h"

bool worklist_goes_back(const worklist *w, const edge *e) {
    assert_debug(e->from.id != NO_LOC.id && e->to.id != NO_LOC.id);
    return !e->removed && w->number.data[e->from.id] >= w->number.data[e->to.id];
}

void worklist_init(worklist *w, const program *p) {
    assert_debug(p->start.id < p->locations.size);
    *w = (worklist){0};
    program_order(p, &w->order);
    vec_resize(&w->number, p->locations.size);
    for (uint32_t i = 0; i < w->order.size; i++) w->number.data[w->order.data[i].id] = i + 1;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        const edge *e = &p->edges.data[i.id];
        if (worklist_goes_back(w, e)) bits_add(&w->heads, e->to.id);
    }
}

void worklist_release(worklist *w) {
    vec_release(&w->order);
    vec_release(&w->number);
    bits_release(&w->waiting);
    bits_release(&w->heads);
}

bool worklist_take(worklist *w, loc *l) {
    for (uint32_t looked = 0; looked < w->order.size; looked++) {
        *l = w->order.data[w->next];
        w->next = (w->next + 1) % w->order.size;
        if (!bits_has(&w->waiting, l->id)) continue;
        bits_remove(&w->waiting, l->id);
        return true;
    }
    return false;
}
