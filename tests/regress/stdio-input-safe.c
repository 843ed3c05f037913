// expect: TRUE
// What input functions write, and where.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char line[8] = "abcdefg", block[4] = "xyz";
    int c = getchar();
    assert(c >= EOF && c <= 255);
    char *got = fgets(line, 4, stdin);
    assert(!got || got == line);
    assert(line[4] == 'e' && line[6] == 'g');
    if (got) assert(line[0] == 0 || line[1] == 0 || line[2] == 0 || line[3] == 0);
    long n = read(0, block, 3);
    assert(n >= -1 && n <= 3);
    if (n <= 1) assert(block[1] == 'y');
    assert(block[3] == 0);
    return 0;
}
