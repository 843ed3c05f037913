// expect: FALSE(unreach-call)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int w[10], c = getchar();
    printf("%d\n", c);
    if (c == 'q' && fread(w, sizeof *w, 10, stdin) == 10 && w[9] == 5) reach_error();
}
