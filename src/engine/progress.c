#include "engine/progress.h"

#include <stddef.h>
#include <sys/mman.h>

const char *const progress_words[PROGRESS_UNITS] = {
    [UNIT_NONE] = "",
    [UNIT_DEPTH] = "depth",
    [UNIT_FRAME] = "frame",
    [UNIT_STATES] = "states",
    [UNIT_NODES] = "nodes",
    [UNIT_OPEN_MARKS] = "open",
    [UNIT_GAVE_UP] = "gave up",
    [UNIT_CHECKS_PROOF] = "checks its proof",
    [UNIT_CHECKS_VIOLATION] = "checks its violation",
    [UNIT_REFUTED_PROOF] = "had a proof that its check refuted: a fault of cinch",
    [UNIT_UNCONFIRMED] = "had a violation that was not confirmed",
};

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
    if (p->engine != engine) p->unit = UNIT_NONE;
    p->engine = engine;
    p->running = begins;
}
