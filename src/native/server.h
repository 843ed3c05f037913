/* The servers that a compiled program is linked with and that run it many times (runtime/server.c:
 * whole runs; runtime/steps.c: sequences of steps), as they are embedded. */
#ifndef NATIVE_SERVER_H
#define NATIVE_SERVER_H

#include "native/build.h"

enum server_kind { SERVER_OF_RUNS, SERVER_OF_STEPS, SERVER_KINDS };

/* The beginning of the C text that is linked with it: its interface, the seed and the time. */
void server_interface(enum server_kind k, uint64_t seed, double seconds, text *out);
/* The server as an object file for the program's data model. */
bool server_write(enum server_kind k, const building *x, const char *path);

#endif
