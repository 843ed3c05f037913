/* The text of a generated test. */
#ifndef EVIDENCE_CTEST_WRITE_H
#define EVIDENCE_CTEST_WRITE_H

#include "evidence/evidence.h"
#include "frontend/sources.h"
#include "native/inputs.h"

#define CTEST_REACHED_STATUS 107
#define CTEST_SAYS "cinch test: error reached"
#define CTEST_SAYS_OTHER "cinch test: another error"
#define CTEST_PROGRAM_MAIN                                                                         \
    "__cinch_program_main" /* what a user renames the program's main to where the test has one */
#define CTEST_REPEAT_FLAG                                                                          \
    "-fsanitize-coverage=bb,no-prune,trace-pc" /* for the test of a run that never ends */
#define CTEST_OTHER_STATUS 108                 /* another error than the one in question */
/* Where the program is marked with goals: what is added to the test to see them. */
#define CTEST_MARKS                                                                                \
    "static void passed(int goal, int last) {\n    static unsigned char seen[1 << 20];\n"          \
    "    if (!seen[goal & 0xfffff]) test_tells(SANDBOX_MARK, (unsigned)goal);\n"                   \
    "    seen[goal & 0xfffff] = 1;\n    if (goal == last) test_ends(\"" CTEST_SAYS                 \
    "\", \"the last goal\", 107);\n}\n"
/* Functions that the compiler calls where one of its checks fails; the test defines them. */
#define CTEST_CHECK "__ubsan_handle_%s_abort"
/* Where the test has memory for uninitialized pointers that are followed, each with a region of its
 * own: addresses that are free in programs for Linux. */
#define CTEST_ARENA 0x20000000u
#define CTEST_ARENA_SIZE 0x100000u
#define CTEST_REGION 0x4000u

/* Functions that the test defines, in order; the program's own definitions of them give way. */
typedef struct {
    string_vec names;
    string_vec used; /* names of the program that the test uses, though they may be static there */
} ctest_functions;

/* `missing`: functions that the program calls and no module defines. False, with e->why, where a value
 * cannot be written in C. */
bool ctest_write(program *p, const sources *s, const load_options *o, const string_vec *missing,
                 evidence *e, ctest_functions *defined);
/* %s of these names, one by one; NULL: there are no more. */
const char *ctest_check(uint32_t number);
void ctest_functions_release(ctest_functions *f);

#endif
