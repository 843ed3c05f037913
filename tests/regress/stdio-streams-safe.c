// expect: TRUE
// The standard streams are there and differ; a file that is opened is another one.
#include <assert.h>
#include <stdio.h>
int main(void) {
    assert(stdin && stdout && stderr);
    assert(stdin != stdout && stdout != stderr && stdin != stderr);
    FILE *a = fopen("a", "r"), *b = fopen("b", "r");
    if (a && b) assert(a != b && a != stdin);
    assert(fileno(stderr) == 2);
    return 0;
}
