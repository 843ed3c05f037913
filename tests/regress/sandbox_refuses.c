// expect: UNKNOWN(failure of a library function)
/* The sandbox of the compiled test has no files to write: that output fails there after such a file
 * was asked for is no violation. */
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    freopen("sandbox_refuses.out", "w", stdout);
    if (printf("x") < 0) reach_error();
    return 0;
}
