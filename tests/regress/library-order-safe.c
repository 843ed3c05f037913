// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int a[3] = {3, 1, 2};
    qsort(a, 3, sizeof *a, ascending);
    assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
    char s[] = "x,yz";
    assert(!strcmp(strtok(s, ","), "x") && !strcmp(strtok(0, ","), "yz") && !strtok(0, ","));
    assert(!strcasecmp("aBc", "AbC") && ffs(8) == 4 && memrchr("abab", 'a', 4));
}
