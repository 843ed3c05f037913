#include "engine/engine.h"

#include "engine/affine/affine.h"
#include "engine/ai/ai.h"
#include "engine/bmc/bmc.h"
#include "engine/bmc/leap.h"
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
#include "engine/treeic3/treeic3.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const engine engines[] = {
    {"portfolio", "engines side by side; the first verdict with checked evidence wins",
     portfolio_run},
    {"kinduction", "k-induction with guessed invariants", kinduction_run},
    {"bmc", "bounded model checking: the shortest way to a violation", bmc_run},
    {"leap", "bounded model checking with many rounds of a counting loop in one step", leap_run},
    {"ic3cfa", "IC3 with a frame sequence for every location", ic3cfa_run},
    {"ic3ia", "IC3 with implicit predicate abstraction", ic3ia_run},
    {"ai", "intervals, known bits, linear equations, octagons, polyhedra: cheap proofs, and lemmas",
     ai_run},
    {"affine", "bounds of linear forms that loops over floats keep: filters, controllers",
     affine_run},
    {"states", "the combinations of values that few variables have at loop heads: state machines",
     states_run},
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

void engine_options_default(engine_options *o) {
#define OPT_BOOL(name, flag, value, help) o->name = value;
#define OPT_INT(name, flag, value, low, high, help) o->name = value;
#define OPT_ENUM(name, flag, value, choices, help) o->name = value;
#define OPT_TEXT(name, flag, value, help) o->name = value;
#include "engine/options.def"
#undef OPT_BOOL
#undef OPT_INT
#undef OPT_ENUM
#undef OPT_TEXT
    o->native = NULL;
    o->progress = NULL;
}

void stats_set(engine_stats *s, const char *name, double amount) {
    for (uint32_t i = 0; i < s->items.size; i++)
        if (!strcmp(s->items.data[i].name, name)) {
            s->items.data[i].value = amount;
            return;
        }
    struct engine_counter c = {name, amount};
    vec_push(&s->items, c);
}

void engine_result_init(engine_result *r, terms *t) {
    memset(r, 0, sizeof *r);
    r->reached = NO_LOC;
    r->pool = values_new(t);
    model_init(&r->trace.initial, r->pool);
}

void engine_result_release(engine_result *r) {
    vec_release(&r->invariant);
    vec_release(&r->ghosts);
    vec_release(&r->instances);
    vec_release(&r->trace.edges);
    vec_release(&r->trace.inputs.items);
    model_release(&r->trace.initial);
    vec_release(&r->stats.items);
    vec_release(&r->predicates);
    text_release(&r->checked.certificate);
    values_delete(r->pool);
}

void engine_unknown(engine_result *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->reason, sizeof r->reason, format, args);
    va_end(args);
    r->verdict = VERDICT_UNKNOWN;
    r->limit = 0;
}

void engine_limited(engine_result *r, const program *p, uint32_t limit) {
    engine_unknown(r, "%s", program_text(p, p->properties.data[limit - 1].name));
    r->limit = limit;
}
