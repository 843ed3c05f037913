/* cinch replay WITNESS FILE: does the witness hold for the program? */
#include "cli/command.h"

#include <string.h>

static int say(enum witness_status status, const evidence *e, const input_error *error, const char *file) {
    switch (status) {
    case WITNESS_CONFIRMED: puts("the witness is confirmed"); return EXIT_TRUE;
    case WITNESS_REJECTED: printf("the witness is rejected: %s\n", e->why); return EXIT_FALSE;
    case WITNESS_UNKNOWN: printf("the witness could not be checked: %s\n", e->why); return EXIT_UNKNOWN;
    case WITNESS_BAD: break;
    }
    fprintf(stderr, "%s:%u:%u: %s\n", file, error->line, error->column, error->message);
    return EXIT_INPUT;
}

int command_replay(const cli_options *o) {
    string_vec *files = (string_vec *)&o->verify.load.files;
    if (files->size < 2) usage_fail("cinch replay takes a witness and the program");
    verify_options how = o->verify;
    how.load.files.data++;
    how.load.files.size--;
    verification v = {0};
    int status;
    if (!verify_load(&how, &v)) {
        if (v.messages.size) fputs(text_string(&v.messages), stderr);
        status = v.load_status == LOAD_BAD_INPUT ? EXIT_INPUT : v.load_status == LOAD_MISSING_TOOL ? EXIT_MISSING : EXIT_UNKNOWN;
    } else {
        input_error error = {0};
        evidence_init(&v.evidence, v.terms);
        enum witness_status w = witness_validate(v.unreduced, files->data[0], &v.limits, &v.evidence, &error);
        status = say(w, &v.evidence, &error, files->data[0]);
    }
    finish_output();
    verification_release(&v);
    return status;
}
