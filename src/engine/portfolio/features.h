/* What a program looks like, as far as the choice of engines depends on it. */
#ifndef ENGINE_PORTFOLIO_FEATURES_H
#define ENGINE_PORTFOLIO_FEATURES_H

#include "program/program.h"

enum {
    FEATURE_LOOPS = 1,
    FEATURE_FLOATS = 2,
    FEATURE_ARRAYS = 4,
    FEATURE_NUMBERS = 8,        /* Int, Real */
    FEATURE_SEVERAL_LOOPS = 16, /* heads, that is */
    FEATURE_BRANCHES = 32,      /* conditions in plenty, no checks of operations: mostly control */
    FEATURE_MODES = 128,        /* of these, nearly all assign constants: few states */
    FEATURE_PRODUCTS = 64       /* products and remainders of words that are not constant */
};

uint32_t program_features(program *p);

#endif
