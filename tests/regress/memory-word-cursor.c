// expect: TRUE --property valid-memsafety --engine kinduction
// expect: FALSE(valid-deref) --property valid-memsafety -- -DBUG
/* A cursor over words stays aligned: without that, nothing says that it meets the last word. */
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length < 1 || length > 100000) return 0;
    int *words = alloca(length * sizeof(int));
    for (int k = 0; k < length; k++) words[k] = __VERIFIER_nondet_int();
    int *cursor = words;
#ifdef BUG
    while (*cursor != words[length - 1] + 1) cursor++;
#else
    while (*cursor != words[length - 1]) cursor++;
#endif
    return 0;
}
