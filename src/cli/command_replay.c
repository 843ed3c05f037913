/* cinch replay WITNESS FILE: does the witness hold for the program? The same as cinch verify FILE
 * --witness WITNESS, but the exit status speaks of the witness. */
#include "cli/command.h"
#include "cli/signals.h"

static int say(const verification *v) {
    switch (v->witness.status) {
    case WITNESS_CONFIRMED:
        print_line(stdout, "the witness is confirmed: %s", v->witness.why);
        return EXIT_TRUE;
    case WITNESS_REJECTED:
        print_line(stdout, "the witness is rejected: %s", v->witness.why);
        return EXIT_FALSE;
    default:
        print_line(stdout, "cinch could not check the witness: %s",
                   v->witness.why[0] ? v->witness.why : v->detail);
        return EXIT_UNKNOWN;
    }
}

int command_replay(const cli_options *o) {
    static verification v;
    const string_vec *files = &o->verify.load.files;
    if (files->size < 2) usage_fail("cinch replay takes a witness and the program");
    verify_options how = o->verify;
    how.witness = files->data[0];
    how.load.files.data++;
    how.load.files.size--;
    signals_watch(NULL, &v);
    how.seconds = time_left();
    verify_run(&how, &v);
    signals_done();
    print_messages(&v.messages);
    int status = load_is_bad(v.load_status) || v.witness.status == WITNESS_BAD ? EXIT_INPUT
                 : v.load_status == LOAD_MISSING_TOOL                          ? EXIT_MISSING
                                                                               : say(&v);
    finish_output();
    verification_release(&v);
    return status;
}
