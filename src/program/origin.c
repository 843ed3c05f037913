/* What follows from where an input comes from: the one place that decides it. */
#include "base/fail.h"
#include "program/program.h"

#include <string.h>

static const origin_info table[ORIGIN_COUNT] = {
    [ORIGIN_NONDET] = {"nondet", "a nondet value", NULL, ORIGIN_FREE, .given = true,
                       .outside = true},
    [ORIGIN_ARGUMENT] = {"argument", "an argument of the entry", NULL, ORIGIN_FREE, .given = true,
                         .outside = true},
    [ORIGIN_VOLATILE] = {"volatile", "a volatile object", "hardware or an interrupt can write ",
                         ORIGIN_FREE, .outside = true},
    [ORIGIN_ENVIRONMENT] = {"environment", "input of a library function",
                            "this comes from outside by ", ORIGIN_FREE, .outside = true},
    [ORIGIN_UNINIT] = {"uninit", "an uninitialized variable",
                       "memory holds this value before it is written: ", ORIGIN_FREE},
    [ORIGIN_UNINIT_HEAP] = {"uninit-heap", "uninitialized heap memory",
                            "malloc leaves this value in a block: ", ORIGIN_FREE},
    [ORIGIN_PADDING] = {"padding", "padding of a record",
                        "the padding of a record holds this value: ", ORIGIN_OVER},
    [ORIGIN_EXTERN] = {"extern", "an object that is defined elsewhere",
                       "another file gives this value to ", ORIGIN_FREE, .outside = true},
    [ORIGIN_CALL] = {"call", "a function without a body", NULL, ORIGIN_FREE, .given = true,
                     .outside = true},
    [ORIGIN_EFFECT] = {"effect", "effect of a function without a body",
                       "a function without a body writes this value: ", ORIGIN_FREE,
                       .outside = true},
    [ORIGIN_REACHED] = {"reached", "what a function without a body can reach",
                        "a function without a body comes to write this value: ", ORIGIN_OVER,
                        .outside = true},
    [ORIGIN_ASSEMBLY] = {"assembly", "inline assembly",
                         "inline assembly computes this value: ", ORIGIN_OVER, .outside = true},
    [ORIGIN_OUTSIDE] = {"outside", "memory that is not the program's",
                        "memory that is not the program's holds this value: ", ORIGIN_OVER,
                        .outside = true},
    [ORIGIN_LIBRARY] = {"library", "approximated library function",
                        "the C library computes this value: ", ORIGIN_OVER},
    [ORIGIN_ERRNO] = {"errno", "errno of a library function", "the C library sets ", ORIGIN_OVER},
    [ORIGIN_FAILURE] = {"failure", "failure of a library function",
                        "a function of the C library fails: ", ORIGIN_OVER, .zero_is_real = true},
    [ORIGIN_PLACEMENT] = {"placement", "depends on addresses",
                          "objects lie so in memory: ", ORIGIN_OVER, .zero_is_real = true},
    [ORIGIN_ADDRESS] = {"address", "depends on addresses",
                        "objects lie so in memory: ", ORIGIN_OVER},
    [ORIGIN_ALLOCATION] = {"allocation", "an allocation that fails", "it happens: ", ORIGIN_FREE},
    [ORIGIN_OPEN] = {"open", "a value that the C standard leaves open",
                     "the compiler chooses this value: ", ORIGIN_FREE},
    [ORIGIN_CONTRACT_ARGUMENT] = {"contract-argument", "recursion",
                                  "the function is called so: ", ORIGIN_OVER},
    [ORIGIN_CONTRACT_RESULT] = {"contract-result", "recursion",
                                "the function returns this value: ", ORIGIN_OVER},
};

const char *nondet_type(const char *name) {
    static const char *const starts[] = {"__VERIFIER_nondet_", "__VERIFIER_nondet", "nondet_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(name, starts[i], strlen(starts[i])))
            return i == 1 ? "" : name + strlen(starts[i]);
    return NULL;
}

const origin_info *origin_about(enum input_origin origin) {
    require((unsigned)origin < ORIGIN_COUNT, "no origin of an input: %d", (int)origin);
    return &table[origin];
}

enum input_origin program_input_origin(const program *p, uint32_t in) {
    return in < p->inputs.size ? p->inputs.data[in].origin : ORIGIN_OPEN;
}
