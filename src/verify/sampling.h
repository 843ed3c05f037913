/* Native sampling: the program compiled against stubs for its inputs and run thousands of times,
 * guided by coverage, by a server (runtime/server.c) that locks every run up. For unreach-call and
 * assert, and only where all that the program leaves undefined is known to be harmless.
 *
 * What it finds is no verdict yet: the inputs are replayed on the unreduced program, or, where that
 * takes too many steps, the generated test is executed; what does not show there is dropped. So
 * nothing rests on how the samples were compiled. */
#ifndef VERIFY_SAMPLING_H
#define VERIFY_SAMPLING_H

#include "engine/engine.h"
#include "evidence/evidence.h"
#include "frontend/frontend.h"

typedef struct {
    program *unreduced;
    const load_options *load;
} native_program;

/* native_runs.run, with a native_program as context. */
bool sampling_run(const void *context, program *p, uint64_t seed, const u64_vec *constants,
                  double seconds, const budget *b, engine_result *result);

/* Whether a run of the compiled program reaches the error that was proved unreachable, within so
 * many CPU seconds. Such a run is executed again where every access outside of an object ends it,
 * so that what it shows is a run of C; found then has its inputs and the test. */
bool sampling_contradicts(program *unreduced, const load_options *load, uint64_t seed,
                          const u64_vec *constants, double seconds, const budget *b,
                          evidence *found);

#endif
