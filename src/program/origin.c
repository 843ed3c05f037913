/* What follows from where an input comes from: the one place that decides it. */
#include "base/fail.h"
#include "program/program.h"

static const origin_info table[ORIGIN_COUNT] = {
    [ORIGIN_NONDET] = {"nondet", "a nondet value", ORIGIN_FREE, .given = true, .outside = true},
    [ORIGIN_ARGUMENT] = {"argument", "an argument of the entry", ORIGIN_FREE, .outside = true},
    [ORIGIN_VOLATILE] = {"volatile", "a volatile object", ORIGIN_FREE, .outside = true},
    [ORIGIN_ENVIRONMENT] = {"environment", "input of a library function", ORIGIN_FREE, .outside = true},
    [ORIGIN_UNINIT] = {"uninit", "an uninitialized variable", ORIGIN_FREE},
    [ORIGIN_UNINIT_HEAP] = {"uninit-heap", "uninitialized heap memory", ORIGIN_FREE},
    [ORIGIN_EXTERN] = {"extern", "an object that is defined elsewhere", ORIGIN_FREE, .outside = true},
    [ORIGIN_CALL] = {"call", "a function without a body", ORIGIN_FREE, .given = true, .outside = true},
    [ORIGIN_EFFECT] = {"effect", "effect of a function without a body", ORIGIN_FREE, .outside = true},
    [ORIGIN_ASSEMBLY] = {"assembly", "inline assembly", ORIGIN_OVER, .outside = true},
    [ORIGIN_OUTSIDE] = {"outside", "memory that is not the program's", ORIGIN_FREE, .outside = true},
    [ORIGIN_LIBRARY] = {"library", "approximated library function", ORIGIN_OVER},
    [ORIGIN_ERRNO] = {"errno", "errno of a library function", ORIGIN_OVER, .zero_is_real = true},
    [ORIGIN_FAILURE] = {"failure", "failure of a library function", ORIGIN_OVER, .zero_is_real = true},
    [ORIGIN_PLACEMENT] = {"placement", "depends on addresses", ORIGIN_OVER, .zero_is_real = true},
    [ORIGIN_ADDRESS] = {"address", "depends on addresses", ORIGIN_OVER},
    [ORIGIN_ALLOCATION] = {"allocation", "an allocation that fails", ORIGIN_FREE},
    [ORIGIN_OPEN] = {"open", "a value that the C standard leaves open", ORIGIN_FREE},
    [ORIGIN_CONTRACT_ARGUMENT] = {"contract-argument", "recursion", ORIGIN_OVER},
    [ORIGIN_CONTRACT_RESULT] = {"contract-result", "recursion", ORIGIN_OVER},
};

const origin_info *origin_about(enum input_origin origin) {
    require((unsigned)origin < ORIGIN_COUNT, "no origin of an input: %d", (int)origin);
    return &table[origin];
}

enum input_origin program_input_origin(const program *p, uint32_t in) {
    return in < p->inputs.size ? p->inputs.data[in].origin : ORIGIN_OPEN;
}
