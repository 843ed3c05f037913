/* Ten million distinct terms: bytes and seconds. Usage: bench_term [COUNT] */
#include "base/budget.h"
#include "term/term.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 10000000;
    terms *t = terms_new();
    term_vec vars = {0};
    double start = clock_cpu();
    for (uint32_t i = 0; i < 4096; i++) vec_push(&vars, term_fresh(t, "x", sort_bv(t, 32)));
    static const enum op ops[] = {OP_BVUDIV, OP_BVADD, OP_BVULT, OP_BVAND};
    for (uint32_t i = 0; terms_count(t) < count; i++)
        term_2(t, ops[i % 4], vars.data[(i >> 2) % 4096], vars.data[(i >> 14) % 4096]);
    double seconds = clock_cpu() - start;
    uint64_t bytes = terms_memory(t), resident = memory_used();
    printf("bench_term: %u terms, %.0f MiB in the bank (%.1f bytes a term), %.0f MiB resident, "
           "%.1f s\n",
           terms_count(t), (double)bytes / (1 << 20), (double)bytes / terms_count(t),
           (double)resident / (1 << 20), seconds);
    vec_release(&vars);
    terms_delete(t);
    return resident > 1ull << 30;
}
