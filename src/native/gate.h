/* The gate (base/sandbox.h) in a linked test: where its instruction is. */
#ifndef NATIVE_GATE_H
#define NATIVE_GATE_H

#include <stdint.h>

/* The address after the instruction that begins the one section CINCH_OWN(gate) of this executable
 * file; 0 where there is no such section, more than one, or it begins with anything else. The file was linked from a stranger's objects: nothing
 * in it is believed. */
uint64_t gate_find(const char *path);

#endif
