/* Stands in for parts that are not there yet: the build defines PENDING_... while their source is missing. */
#include "evidence/evidence.h"
#include "frontend/llvm/llvm.h"
#include "term/cexpr.h"

#include <stdio.h>

#ifdef PENDING_WITNESS
enum witness_status witness_validate(program *unreduced, const char *file, const budget *b, evidence *e, input_error *error) {
    (void)unreduced, (void)file, (void)b, (void)error;
    snprintf(e->why, sizeof e->why, "this build cannot check witnesses");
    return WITNESS_UNKNOWN;
}
#endif

#ifdef PENDING_CEXPR
bool cexpr_term(terms *t, term a, c_namer namer, void *context, text *out) {
    (void)t, (void)a, (void)namer, (void)context, (void)out;
    return false;
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
