/* Stands in for stations that are not there yet: the build defines PENDING_... while their folder has no sources.
 * Without evidence every verdict is UNKNOWN(evidence), unless it is switched off for measuring. */
#include "evidence/evidence.h"
#include "frontend/llvm/llvm.h"

#include <stdio.h>
#include <string.h>

#ifdef PENDING_EVIDENCE
static void missing(evidence *e) { snprintf(e->why, sizeof e->why, "this build cannot check evidence"); }

const char *evidence_level_name(enum evidence_level level) {
    (void)level;
    return "none";
}

void evidence_init(evidence *e, terms *t) {
    memset(e, 0, sizeof *e);
    e->pool = values_new(t);
    model_init(&e->initial, e->pool);
}

void evidence_release(evidence *e) {
    model_release(&e->initial);
    values_delete(e->pool);
}

bool evidence_for(program *unreduced, const reduction *red, program *reduced, engine_result *r, const evidence_options *o,
                  const budget *b, evidence *e) {
    (void)unreduced, (void)red, (void)reduced, (void)o, (void)b;
    missing(e);
    engine_unknown(r, "evidence");
    return false;
}

void certificate_check(const text *certificate, const char *proved_by, const budget *b, evidence *e) {
    (void)certificate, (void)proved_by, (void)b;
    missing(e);
}

void invariant_print(program *unreduced, const evidence *e, text *out) { (void)unreduced, (void)e, (void)out; }

bool annotate_source(program *unreduced, const evidence *e, const char *file, text *out) {
    (void)unreduced, (void)e, (void)file, (void)out;
    return false;
}

bool witness_write(program *unreduced, enum verdict v, const evidence *e, const witness_task *task, text *out) {
    (void)unreduced, (void)v, (void)e, (void)task, (void)out;
    return false;
}

enum witness_status witness_validate(program *unreduced, const char *file, const budget *b, evidence *e, input_error *error) {
    (void)unreduced, (void)file, (void)b, (void)error;
    missing(e);
    return WITNESS_UNKNOWN;
}
#endif

#ifdef PENDING_LLVM
program *llvm_translate(terms *t, LLVMModuleRef m, const load_options *o, enum load_status *status, text *messages,
                        text *reason) {
    (void)t, (void)m, (void)o, (void)messages;
    *status = LOAD_UNSUPPORTED;
    text_add(reason, "unsupported: C");
    return NULL;
}
#endif
