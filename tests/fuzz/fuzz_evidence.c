/* fuzz_evidence [SEED [WANTED]]: mutated certificates and traces; none that is broken may be
 * accepted. */
#include "evidence_lab.h"

#include <stdlib.h>

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint32_t wanted = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1000;
    lab_count proofs = {0}, traces = {0};
    printf("seed %llu\n", (unsigned long long)seed);
    lab_run(seed, wanted, wanted * 200, &proofs, &traces);
    printf("certificates: %u broken and rejected, %u still proofs and accepted, %u wrong\n",
           proofs.broken, proofs.harmless, proofs.wrong);
    printf("traces: %u broken and rejected, %u still violations and accepted, %u wrong\n",
           traces.broken, traces.harmless, traces.wrong);
    return proofs.wrong || traces.wrong || proofs.broken < wanted || traces.broken < wanted;
}
