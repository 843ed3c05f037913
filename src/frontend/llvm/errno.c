/* errno is a variable of the program that functions of the C library may set: each may, and to any number but 0, which the
 * standard forbids. That is more than any library does, so a violation that needs it must be seen in the compiled program. */
#include "frontend/llvm/internal.h"
#include "frontend/library.h"

static const char *const variables[] = {"__cinch_errno", "errno"}; /* our model's; one that the program declares itself */
enum { VARIABLES = sizeof variables / sizeof *variables };

/* NONE: the program does not use it. */
static uint32_t errno_object(translator *tr, int i) {
    LLVMValueRef g = LLVMGetNamedGlobal(tr->m, variables[i]);
    return g ? (uint32_t)map_find(&tr->object_of, (uint64_t)(uintptr_t)g, NONE) : NONE;
}

void errno_declare(translator *tr) {
    for (int i = 0; i < VARIABLES; i++) {
        uint32_t o = errno_object(tr, i);
        if (o != NONE) tr->objects.data[o].written = true;
    }
}

static void change(translator *tr, uint32_t object_) {
    object *o = &tr->objects.data[object_];
    if (o->cells.size != 1 || o->element || o->cells.data[0].class) {
        memory_any(tr, object_, ORIGIN_LIBRARY, "errno");
        return;
    }
    terms *t = tr->t;
    term var = o->cells.data[0].var, zero = term_bv(t, term_width(t, var), 0);
    term set = emit_any(tr, term_sort(t, var), ORIGIN_ERRNO, "errno", "int");
    emit_assign(tr, var, term_ite(t, term_eq(t, set, zero), var, set));
}

void errno_may_change(translator *tr) {
    for (int i = 0; i < VARIABLES && !tr->dead; i++) {
        uint32_t o = errno_object(tr, i);
        if (o == NONE || !tr->objects.data[o].cells.size) continue;
        note_here(tr, NOTE_OVER, "functions of the C library may set errno");
        change(tr, o);
    }
}
