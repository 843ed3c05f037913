// expect: FALSE(unreach-call)
/* Reading files is what an ordinary run can do, and the compiled test too. */
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    FILE *f = fopen("/dev/null", "r");
    if (f && fgetc(f) == EOF) reach_error();
    return 0;
}
