// expect: TRUE
#include <fcntl.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
    if (a >= 0 && a == b) reach_error();
}
