// expect: UNKNOWN(approximated library function)
// %p may give the address of any object that the program compares it with: no proof, and a test cannot give it.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int first = 1, second = 2;
    void *p = &first;
    if (scanf("%p", &p) == 1 && p == &second) {
        *(int *)p = 9;
        if (second != 2) reach_error();
    }
    return 0;
}
