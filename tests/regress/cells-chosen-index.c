// expect: UNKNOWN(...) --property valid-memsafety --malloc-may-fail --engine cells --timeout 4
// expect: TRUE --property valid-memsafety
/* An index that a condition chooses: of its variables some are no words. */
#include <stdlib.h>

int main(void) {
    size_t room = 2, used = 0;
    int *all = malloc(room * sizeof *all);
    if (!all) return 0;
    for (int i = 0; i < 5; i++) {
        if (used == room) {
            room *= 2;
            int *more = realloc(all, room * sizeof *all);
            if (!more) {
                free(all);
                return 1;
            }
            all = more;
        }
        all[used++] = i;
    }
    int last = all[4];
    free(all);
    return last;
}
