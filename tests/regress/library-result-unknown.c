// expect: UNKNOWN(approximated library function)
/* Results of the library that are related to its arguments are no inputs. */
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    char name[100];
    char *p = getcwd(name, sizeof name);
    if (p && p != name) reach_error();
}
