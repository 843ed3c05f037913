/* Properties: the one table from what is decided by to the words that people read. */
#include "base/fail.h"
#include "program/program.h"

#include <string.h>

static const struct {
    const char *name;
    enum property_kind kind;
} table[PROPERTY_COUNT] = {
    [PROPERTY_UNREACH_CALL] = {"unreach-call", PROPERTY_ERROR},
    [PROPERTY_ASSERT] = {"assert", PROPERTY_ERROR},
    [PROPERTY_OVERFLOW] = {"no-overflow", PROPERTY_ERROR},
    [PROPERTY_DIV_BY_ZERO] = {"div-by-zero", PROPERTY_ERROR},
    [PROPERTY_SHIFT] = {"shift", PROPERTY_ERROR},
    [PROPERTY_BOUNDS] = {"bounds", PROPERTY_ERROR},
    [PROPERTY_NULL] = {"null", PROPERTY_ERROR},
    [PROPERTY_FLOAT_CAST] = {"float-cast", PROPERTY_ERROR},
    [PROPERTY_DEREF] = {"valid-deref", PROPERTY_ERROR},
    [PROPERTY_STALE] = {"valid-deref", PROPERTY_ERROR},
    [PROPERTY_FREE] = {"valid-free", PROPERTY_ERROR},
    [PROPERTY_FREED] = {"valid-deref", PROPERTY_ERROR},
    [PROPERTY_FREED_AGAIN] = {"valid-free", PROPERTY_ERROR},
    [PROPERTY_TRACK] = {"valid-memtrack", PROPERTY_ERROR},
    [PROPERTY_CLEANUP] = {"valid-memcleanup", PROPERTY_ERROR},
    [PROPERTY_UNINITIALIZED] = {"uninitialized", PROPERTY_ERROR},
    [PROPERTY_POINTER_OVERFLOW] = {"pointer-overflow", PROPERTY_ERROR},
    [PROPERTY_POINTER_COMPARE] = {"pointer-compare", PROPERTY_ERROR},
    [PROPERTY_PRECONDITION] = {"precondition", PROPERTY_ERROR},
    [PROPERTY_ALIGNMENT] = {"alignment", PROPERTY_ERROR},
    [PROPERTY_UNSIGNED] = {"unsigned-overflow", PROPERTY_ERROR},
    [PROPERTY_CONVERSION] = {"conversion", PROPERTY_ERROR},
    [PROPERTY_FLOAT_OVERFLOW] = {"float-overflow", PROPERTY_ERROR},
    [PROPERTY_NAN] = {"nan", PROPERTY_ERROR},
    [PROPERTY_UNREACHABLE] = {"unreachable", PROPERTY_ERROR},
    [PROPERTY_UNDEFINED] = {"undefined", PROPERTY_ERROR},
    [PROPERTY_GOAL] = {"goal", PROPERTY_ERROR},
    [PROPERTY_CONTRACT] = {"contract", PROPERTY_ERROR},
    [PROPERTY_WITNESS] = {"witness", PROPERTY_ERROR},
    [PROPERTY_REQUIRES] = {"requires", PROPERTY_ERROR},
    [PROPERTY_ENSURES] = {"ensures", PROPERTY_ERROR},
    [PROPERTY_ASSIGNS] = {"assigns", PROPERTY_ERROR},
    [PROPERTY_LOOP_INVARIANT] = {"loop-invariant", PROPERTY_ERROR},
    [PROPERTY_TERMINATION] = {"termination", PROPERTY_ERROR},
    [LIMIT_RECURSION] = {"recursion", PROPERTY_LIMIT},
    [LIMIT_HEAP] = {"heap", PROPERTY_LIMIT},
    [LIMIT_LONGJMP] = {"longjmp", PROPERTY_LIMIT},
    [LIMIT_ADDRESSES] = {"depends on addresses", PROPERTY_LIMIT},
    [LIMIT_UNROLLING] = {"unrolling", PROPERTY_LIMIT},
    [LIMIT_ARGUMENTS] = {"argv", PROPERTY_LIMIT},
    [LIMIT_TRACK] = {"memtrack", PROPERTY_LIMIT},
    [LIMIT_SHIFT] = {"left shift", PROPERTY_LIMIT},
    [LIMIT_TEMPORARY] = {"temporary lifetime", PROPERTY_LIMIT},
    [LIMIT_FREED] = {"freed memory of external code", PROPERTY_LIMIT},
    [LIMIT_MEMORY] = {"memory was forgotten", PROPERTY_LIMIT},
};

const char *property_name(enum property_id id) {
    require(id > PROPERTY_NAMED && id < PROPERTY_COUNT, "no property: %d", (int)id);
    return table[id].name;
}

enum property_id property_named(enum property_kind k, const char *name) {
    for (int i = PROPERTY_NAMED + 1; i < PROPERTY_COUNT; i++)
        if (table[i].kind == k && !strcmp(table[i].name, name)) return (enum property_id)i;
    return PROPERTY_NAMED;
}

static uint32_t add(program *p, property x) {
    vec_push(&p->properties, x);
    return p->properties.size - 1;
}

uint32_t program_add_property(program *p, enum property_kind k, const char *name,
                              const char *detail) {
    return add(p, (property){k, PROPERTY_NAMED, program_name(p, name), program_name(p, detail), 0});
}

uint32_t program_add_known_property(program *p, enum property_id id, const char *detail) {
    assert_debug(id > PROPERTY_NAMED && id < PROPERTY_COUNT);
    return add(p, (property){table[id].kind, id, program_name(p, property_name(id)),
                             program_name(p, detail), 0});
}

const property *program_property_at(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    uint32_t number = l.id < p->locations.size ? p->locations.data[l.id].property : 0;
    require(number, "location %u is no error location", l.id);
    return &p->properties.data[number - 1];
}

bool program_has_property(const program *p, enum property_id id) {
    assert_debug((unsigned)id < PROPERTY_COUNT);
    for (uint32_t i = 0; i < p->properties.size; i++)
        if (p->properties.data[i].id == id) return true;
    return false;
}
