// expect: FALSE(assert)
#include <assert.h>
int main(void) {
    long double _Complex z = 4.0L + 2.0Li;
    z /= 1.0L + 1.0Li;
    assert(__real__ z != 3);
    return 0;
}
