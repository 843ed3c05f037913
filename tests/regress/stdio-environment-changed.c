// expect: UNKNOWN(approximated library function)
// What is put into the environment is not followed: no violation may rest on what comes out.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    setenv("CINCH_A", "1", 1);
    const char *after = getenv("CINCH_A");
    assert(after && after[0] == '1');
    return 0;
}
