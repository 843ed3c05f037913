// expect: UNKNOWN(heap) --engine ic3ia --heap-instances 2
// expect: UNKNOWN(heap) --engine ctigar --heap-instances 2
// expect: UNKNOWN(heap) --engine portfolio --heap-instances 2
// A run that leaves the model is no violation, but no proof of the program leaves it out.
#include <stdlib.h>
void reach_error(void) {}

int main(void) {
    int *last = 0;
    for (int i = 0; i < 4; i++) {
        last = malloc(sizeof *last);
        if (!last) return 0;
        *last = i;
    }
    if (*last != 3) reach_error();
}
