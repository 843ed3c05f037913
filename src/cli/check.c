/* cinch check: a certificate written earlier, checked from the file alone. */
#include "cli/command.h"
#include "cli/signals.h"

#include <errno.h>
#include <string.h>

/* Any other file has no queries that could fail. */
static bool is_certificate(const text *all) {
    static const char head[] = "; cinch certificate 1\n";
    return all->size >= sizeof head - 1 && !memcmp(all->data, head, sizeof head - 1);
}

int command_check(const cli_options *o) {
    text all = {0};
    const char *file = o->verify.load.files.data[0];
    if (o->verify.load.files.size > 1) usage_fail("cinch check takes one certificate");
    if (!text_read_file(&all, file))
        fail_exit(EXIT_INPUT, "%s: cannot read: %s", file, strerror(errno));
    terms *t = terms_new();
    evidence e;
    evidence_init(&e, t);
    budget b = budget_of(o->verify.seconds, o->verify.memory_bytes);
    if (is_certificate(&all)) certificate_check(&all, NULL, &b, &e);
    else snprintf(e.why, sizeof e.why, "this is no certificate");
    bool good = e.level != EVIDENCE_NONE;
    if (good)
        printf("%s accepts all queries (%u, %.2f s)\nVERDICT: TRUE\n", e.checker, e.queries,
               e.seconds);
    else printf("rejected: %s\nVERDICT: UNKNOWN(evidence)\n", e.why);
    evidence_release(&e);
    terms_delete(t);
    text_release(&all);
    finish_output();
    return good ? EXIT_TRUE : EXIT_UNKNOWN;
}
