/* Inside the pipeline. */
#ifndef VERIFY_VERIFY_INTERNAL_H
#define VERIFY_VERIFY_INTERNAL_H

#include "verify/verify.h"

/* A proof says what calls return: so do the programs from now on. */
void verify_close_summaries(verification *v, engine_result *r);
void verify_unknown(verification *v, const char *why);
void verify_stop(verification *v, stop_reason why);
/* The name: that of the limit, or what the author of a system calls it. */
void verify_limited(verification *v, enum property_id limit, const char *name);

#endif
