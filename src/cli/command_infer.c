/* cinch verify --infer: contracts for functions that have none, as ACSL to be kept. */
#include "cli/command.h"
#include "cli/signals.h"
#include "frontend/load/load.h"
#include "verify/infer_contract.h"

#include <stdlib.h>

/* A share of the time for each function; without a limit, so many seconds a question. */
static verify_options share_of(const cli_options *o, uint32_t functions) {
    enum { SECONDS = 10 };
    verify_options how = o->verify;
    how.seconds = SECONDS;
    if (o->verify.seconds > 0 && time_left() / functions < SECONDS)
        how.seconds = time_left() / functions;
    return how;
}

static void print_contract(const proposal *p, inferred_contract *c) {
    const char *line = text_string(&c->clauses), *start = "/*@ ";
    print_line(stdout, "%s:%u: %s", p->file, p->line, p->name);
    while (*line) {
        int n = (int)strcspn(line, "\n");
        bool last = !line[n] || !line[n + 1];
        print_line(stdout, "%s%.*s%s", start, n, line, last ? " */" : "");
        start = "    ";
        line += line[n] ? n + 1 : n;
    }
    if (c->reason[0]) print_line(stdout, "note: nothing is said of it: %s", c->reason);
    else if (!c->clauses.size) puts("note: no candidate was proved");
    if (!c->reason[0] && !c->safe)
        print_line(stdout, "note: accesses of %s may still leave their objects", p->name);
    fflush(stdout);
}

int infer_contracts(const cli_options *o) {
    proposal_vec all = {0};
    text messages = {0};
    enum load_status loaded;
    uint32_t asked = 0, found = 0, unread = 0;
    bool good = frontend_propose(&o->verify.load, &loaded, &messages, &all);
    print_messages(&messages);
    for (uint32_t i = 0; good && i < all.size; i++) {
        const char *only = o->verify.load.function;
        inferred_contract c = {0};
        if (only && strcmp(only, "all") && strcmp(only, all.data[i].name)) continue;
        if (!strcmp(all.data[i].name, "main")) continue;
        verify_options how = share_of(o, all.size);
        asked++;
        infer_contract(&how, &all.data[i], &c);
        print_contract(&all.data[i], &c);
        found += c.clauses.size > 0;
        unread += c.reason[0] != 0;
        text_release(&c.clauses);
    }
    vec_release_each(&all, proposal_release);
    text_release(&messages);
    if (good && !asked) fputs("cinch: no function to infer a contract for\n", stderr);
    if (good && !asked) return EXIT_INPUT;
    if (!good) return status_unread(loaded);
    printf("CONTRACTS: %u proved, %u functions not understood\n", found, unread);
    printf(unread ? "VERDICT: UNKNOWN(%u functions)\n" : "VERDICT: TRUE\n", unread);
    finish_output();
    return unread ? EXIT_UNKNOWN : EXIT_TRUE;
}
