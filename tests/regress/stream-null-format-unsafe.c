// expect: FALSE(valid-deref) --property valid-memsafety
#include <stdio.h>
int main(void) {
    int x = 0;
    FILE *f = fopen("x", "r");
    fscanf(f, "%d", &x);
    return x == 3;
}
