/* How addresses get through instructions and intrinsics: one table. An operation that the table
 * does not name may give any address that it was given, at any offset, and any of external code. */
#ifndef FRONTEND_MEMORY_FLOW_H
#define FRONTEND_MEMORY_FLOW_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Which addresses the result of an instruction or intrinsic may hold. */
enum flow {
    FLOW_UNKNOWN, /* not in the table: FLOW_ANYWHERE, or from outside */
    FLOW_NONE,
    FLOW_SAME,     /* those of the operands */
    FLOW_FIRST,    /* those of the first operand */
    FLOW_RESIZED,  /* those of the operand, where all bits of an address stay; otherwise
                      FLOW_ANYWHERE */
    FLOW_ANYWHERE, /* any in the objects that operands point to */
    FLOW_OWN,      /* points_to.c knows */
};

enum flow flow_of_opcode(LLVMOpcode op);
enum flow flow_of_intrinsic(const char *name);

#endif
