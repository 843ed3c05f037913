/* What is known of functions without a body: the lines of library.def. */
#include "frontend/external/library_table.h"
#include "frontend/external/library_calls.h"
#include "base/own.h"

#include <string.h>

enum { MOST_ARGUMENTS = 16 };
#define A0 1u
#define A1 2u
#define A2 4u
#define A3 8u
#define FROM(k) (argument_set)(0xffffu << (k))
#define KNOWN(function, what, ...) {.name = #function, .kind = LIBRARY_##what, ##__VA_ARGS__},
static const known_function table[] = {
#include "frontend/external/library.def"
};
#undef KNOWN

/* Marks of goals have names of ours; what a program calls like that is none. */
static bool is_mark(const known_function *k) {
    return k->kind == LIBRARY_GOAL || k->kind == LIBRARY_CONDITION;
}

const known_function *known_named(const char *name) {
    const char *mark = own_rest(name);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (mark ? is_mark(&table[i]) && !strcmp(table[i].name, mark)
                 : *table[i].name == *name && !strcmp(table[i].name, name) && !is_mark(&table[i]))
            return &table[i];
    return NULL;
}

bool known_leaks(LLVMValueRef callee) {
    size_t length;
    const known_function *k =
        library_models(callee) ? known_named(LLVMGetValueName2(callee, &length)) : NULL;
    return k && (k->leaks || k->keeps);
}

bool argument_in(argument_set s, uint32_t argument) {
    return s >> (argument < MOST_ARGUMENTS ? argument : MOST_ARGUMENTS - 1) & 1;
}
