/* What the user knows of inputs: --range, --const, --rate, --finite, and a file of them. */
#ifndef CLI_INPUT_BOUNDS_H
#define CLI_INPUT_BOUNDS_H

#include "base/arena.h"
#include "cli/options.h"

/* Fill o->verify.load.bounds, and add the globals that the file of --inputs names to the inputs.
 * False with a message for the user. Names live in `memory`. */
bool bounds_read(cli_options *o, arena *memory, char *message, size_t size);

#endif
