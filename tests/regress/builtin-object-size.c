// expect: TRUE
// What is left of a variable is known; of what a pointer points to, the compiler may know it.
#include <stdlib.h>
extern void reach_error(void);
struct pair {
    char name[4];
    int value;
} pair;

int main(void) {
    char *p = malloc(6);
    size_t left = __builtin_object_size(p, 0);
    if (__builtin_object_size("abc", 0) != 4) reach_error();
    if (__builtin_object_size(&pair, 2) != 8) reach_error();
    if (left > 3 && left <= 3) reach_error();
}
