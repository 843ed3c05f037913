/* Inside the pipeline. */
#ifndef VERIFY_VERIFY_INTERNAL_H
#define VERIFY_VERIFY_INTERNAL_H

#include "verify/verify.h"

void verify_unknown(verification *v, const char *why);

#endif
