// expect: FALSE(valid-deref) --property valid-memsafety
#include <stdio.h>
int main(void) {
    char line[4];
    FILE *f = fopen("x", "r");
    return fgets(line, sizeof line, f) != 0;
}
