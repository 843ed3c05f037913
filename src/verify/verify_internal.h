/* Inside the pipeline. */
#ifndef VERIFY_VERIFY_INTERNAL_H
#define VERIFY_VERIFY_INTERNAL_H

#include "verify/verify.h"

void verify_unknown(verification *v, const char *why);
void verify_stop(verification *v, stop_reason why);
void verify_limited(verification *v, enum property_id limit);

#endif
