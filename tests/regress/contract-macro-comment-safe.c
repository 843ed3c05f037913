// expect: TRUE --function f
/* A comment of a macro's definition that goes on in the next line, and headers that have such. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#define ONE                                                                                        \
    1 /* not                                                                                       \
         2 */
/*@ ensures \result == ONE; assigns \nothing; */
int f(int x) { return ONE; }
