// expect: FALSE(unreach-call)
// What %p wrote, %p reads: the same address (C11 7.21.6.2p12).
#include <stdio.h>
extern void reach_error(void);
extern int ask(void);

int main(void) {
    int x = 1;
    char b[32];
    void *p;
    sprintf(b, "%p", (void *)&x);
    if (sscanf(b, "%p", &p) == 1 && ask() == 5) {
        *(int *)p = 4;
        if (x != 1) reach_error();
    }
}
