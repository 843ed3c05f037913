/* errno is a variable of the program that functions of the C library may set: each may that has no
 * exact model, and to any number but 0, which the standard forbids. That is more than any library
 * does, so a violation that needs it must be seen in the compiled program. */
#include "frontend/external/errno.h"
#include "base/log.h"
#include "frontend/external/library_calls.h"
#include "frontend/library.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static const char *const variables[] = {
    "__cinch_errno", "errno"}; /* our model's; one that the program declares itself */
enum { VARIABLES = sizeof variables / sizeof *variables };

/* NONE: the program does not use it. */
static uint32_t errno_object(translator *tr, int i) {
    LLVMValueRef g = LLVMGetNamedGlobal(tr->m, variables[i]);
    return g ? (uint32_t)map_find(&tr->index.object_of, (uint64_t)(uintptr_t)g, NONE) : NONE;
}

void errno_declare(translator *tr) {
    LOG("external", "declare errno");
    for (int i = 0; i < VARIABLES; i++) {
        uint32_t o = errno_object(tr, i);
        if (o != NONE) tr->objects.data[o].written = true;
    }
}

/* The variable that holds it; none where it is not one of its own. */
static term errno_variable(const object *o) {
    return o->layout.cells.size == 1 && !o->layout.element && !o->layout.cells.data[0].class
               ? o->layout.cells.data[0].var
               : (term){0};
}

static void change(translator *tr, uint32_t object_id) {
    term var = errno_variable(&tr->objects.data[object_id]);
    if (!var.id) {
        memory_any(tr, object_id, ORIGIN_LIBRARY, "errno");
        return;
    }
    terms *t = tr->t;
    term set = emit_any(tr, term_sort(t, var), ORIGIN_ERRNO, "errno", "int"),
         zero = term_bv(t, term_width(t, var), 0);
    emit_assign(tr, var, term_ite(t, term_eq(t, set, zero), var, set));
}

void errno_set(translator *tr, term when, uint64_t number) {
    assert_debug(term_is_bool(tr->t, when));
    uint32_t o = errno_object(tr, 0);
    if (term_is_false(tr->t, when) || o == NONE || !tr->objects.data[o].layout.cells.size) return;
    term var = errno_variable(&tr->objects.data[o]);
    if (var.id)
        emit_assign(tr, var,
                    term_ite(tr->t, when, term_bv(tr->t, term_width(tr->t, var), number), var));
    else memory_any(tr, o, ORIGIN_LIBRARY, "errno");
}

/* Models in these files say exactly what becomes of errno. */
bool errno_is_modelled(LLVMValueRef function) {
    assert_debug(LLVMIsAFunction(function));
    static const char *const files[] = {"stdlib.c", "string.c", "ctype.c", "fenv.c"};
    unsigned length;
    if (!library_models(function)) return false;
    const char *name =
        LLVMDIFileGetFilename(LLVMDIScopeGetFile(LLVMGetSubprogram(function)), &length) +
        strlen(LIBRARY_FILE_PREFIX);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!strncmp(name, files[i], strlen(files[i]))) return true;
    return false;
}

void errno_may_change(translator *tr, bool modelled) {
    for (int i = modelled; i < VARIABLES && !tr->emission.dead; i++) {
        uint32_t o = errno_object(tr, i);
        if (o == NONE || !tr->objects.data[o].layout.cells.size) continue;
        note_here(tr, NOTE_OVER, "functions of the C library may set errno");
        change(tr, o);
    }
}
