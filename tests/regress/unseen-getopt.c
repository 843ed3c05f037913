// expect: FALSE(unreach-call)
// optarg points into the arguments that getopt was given.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    char name[] = "tool", flag[] = "-n12";
    char *given[] = {name, flag, 0};
    if (getopt(2, given, "n:") != 'n') return 0;
    flag[2] = '1';
    *optarg = '7';
    if (flag[2] != '1') reach_error();
    return 0;
}
