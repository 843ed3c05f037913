#include "engine/portfolio/engines.h"
#include "engine/affine/affine.h"
#include "engine/ai/ai.h"
#include "engine/bmc/bmc.h"
#include "engine/bmc/leap.h"
#include "engine/bmc/unwind.h"
#include "engine/cegar/cegar.h"
#include "engine/cells/cells.h"
#include "engine/heap/heap.h"
#include "engine/ic3/predicates/ctigar.h"
#include "engine/ic3/literals/ic3cfa.h"
#include "engine/ic3/predicates/ic3ia.h"
#include "engine/ic3/bounds/icpic3.h"
#include "engine/imc/imc.h"
#include "engine/kinduction/kinduction.h"
#include "engine/portfolio/portfolio.h"
#include "engine/sample/sample.h"
#include "engine/states/states.h"
#include "engine/sums/sums.h"
#include "engine/treeic3/treeic3.h"
#include "engine/flags/flags.h"

#include <string.h>

const engine engines[] = {
    {"portfolio", "engines side by side; the first verdict with checked evidence wins",
     portfolio_run},
    {"kinduction", "k-induction with guessed invariants", kinduction_run},
    {"bmc", "bounded model checking: the shortest way to a violation", bmc_run},
    {"unwind", "bounded model checking, each loop to its end before what follows", unwind_run},
    {"leap", "bounded model checking with many rounds of a counting loop in one step", leap_run},
    {"ic3cfa", "IC3 with a frame sequence for every location", ic3cfa_run},
    {"ic3ia", "IC3 with implicit predicate abstraction", ic3ia_run},
    {"ai", "intervals, known bits, linear equations, octagons, polyhedra: cheap proofs, and lemmas",
     ai_run},
    {"affine", "bounds of linear forms that loops over floats keep: filters, controllers",
     affine_run},
    {"states", "the combinations of values that few variables have at loop heads: state machines",
     states_run},
    {"flags", "the values of few variables together, found by counterexamples: flags, protocols",
     flags_run},
    {"sums", "linear equations modulo powers of two that runs suggest: windows, ring buffers",
     sums_run},
    {"ic3qe", "IC3 with pre-images by quantifier elimination", ic3qe_run},
    {"ctigar", "IC3 with predicate abstraction, refined by single steps", ctigar_run},
    {"sample", "runs with small, boundary and random inputs; finds shallow violations", sample_run},
    {"native", "runs of the compiled program, guided by coverage; finds deep violations",
     native_run},
    {"icpic3", "IC3 over bounds of variables, in the interval solver: floats", icpic3_run},
    {"imc", "interpolation-based model checking", imc_run},
    {"treeic3", "IC3 along the paths of an unwinding tree", treeic3_run},
    {"cegar", "predicate abstraction, refined by spurious counterexamples", cegar_run},
    {"heap",
     "proofs about lists and trees of any size by following one arbitrary node; with "
     "--heap-unbounded",
     heap_run},
    {"cells", "proofs about arrays by following one arbitrary cell", cells_run},
    {NULL, NULL, NULL},
};

const engine *engine_find(const char *name) {
    for (const engine *e = engines; e->name; e++)
        if (!strcmp(e->name, name)) return e;
    return NULL;
}
