#include "engine/progress.h"

#include <stddef.h>
#include <sys/mman.h>

progress *progress_new(void) {
    void *memory = mmap(NULL, PROGRESS_SLOTS * sizeof(progress), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void progress_delete(progress *all) {
    if (all) munmap(all, PROGRESS_SLOTS * sizeof(progress));
}

/* Another engine than before in this slot has said nothing yet. */
void progress_turn(progress *p, const char *engine, bool begins) {
    if (!p) return;
    if (p->engine != engine) p->unit = NULL;
    p->engine = engine;
    p->running = begins;
}
