// expect: FALSE(assert)
// A clock that can be set may go back.
#include <assert.h>
#include <time.h>
int main(void) {
    time_t before = time(0), after = time(0);
    if (before != -1 && after != -1) assert(after >= before);
    return 0;
}
