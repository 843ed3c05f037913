// expect: UNKNOWN(the compiled program contradicts the proof)
/* A structure is copied by a call of memcpy that the compiler writes; the program's own one is not followed there. The run of the compiled program
 * shows the difference. */
#include <assert.h>
void *memcpy(void *to, const void *from, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) ((char *)to)[i] = 1;
    return to;
}
struct table { char entry[300]; };
int main(void) {
    struct table a = {{7}}, b;
    b = a;
    assert(b.entry[0] == 7);
    return 0;
}
