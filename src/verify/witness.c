/* Validation of a witness: it is woven into the program, and the verdict about that decides. */
#include "base/log.h"
#include "base/escape.h"
#include "verify/verify_internal.h"

/* With words of the witness. */
static void say(verification *v, enum witness_status status, const char *what) {
    const witness_applied *a = &v->witness.applied;
    text all = {0}, plain = {0};
    v->witness.status = status;
    text_add(&all, what);
    if (a->left_out)
        text_print(&all, "; %u of its %u points %s not understood (%s)", a->left_out, a->points,
                   a->left_out == 1 ? "was" : "were", a->why);
    escape_word(text_string(&all), all.size, &plain);
    snprintf(v->witness.why, sizeof v->witness.why, "%s", text_string(&plain));
    text_release(&all);
    text_release(&plain);
}

/* Of C only: what else there is has no specification of this kind. */
static const char *mismatch_of(const verification *v, const witness *w) {
    witness_claim claim = {.files = v->resolved.files,
                           .checks = v->resolved.checks,
                           .error_function = v->resolved.error_function};
    return v->from_c ? witness_mismatch(w, &claim) : NULL;
}

bool verify_apply_witness(const verify_options *o, verification *v) {
    LOG("verify", "apply a witness");
    input_error error = {0};
    witness *w = witness_read(o->witness, &error);
    if (!w) {
        v->witness.status = WITNESS_BAD;
        v->load_status = LOAD_BAD_INPUT;
        if (!error.line) text_print(&v->messages, "%s: %s\n", o->witness, error.message);
        else
            text_print(&v->messages, "%s:%u:%u: error: %s\n", o->witness, error.line, error.column,
                       error.message);
        return false;
    }
    program *with = witness_apply(v->unreduced, w, &v->witness.applied);
    v->witness.violation = witness_is_violation(w);
    v->witness.mismatch = mismatch_of(v, w);
    v->witness.status = WITNESS_UNKNOWN;
    witness_delete(w);
    program_delete(v->unreduced);
    v->unreduced = with;
    return true;
}

/* The claim of an invariant that a run breaks. */
static void broken_invariant(verification *v) {
    const program *p = v->unreduced;
    char what[260];
    loc l = v->evidence.reached;
    const char *detail =
        l.id < p->locations.size && p->locations.data[l.id].property
            ? program_text(p, p->properties.data[p->locations.data[l.id].property - 1].detail)
            : "";
    position at = l.id < p->locations.size ? p->locations.data[l.id].at : (position){0};
    snprintf(what, sizeof what, "%s, but a run comes there without (%s:%u)", detail,
             program_text(p, at.file), at.line);
    say(v, WITNESS_REJECTED, what);
}

static void conclude_invariants(verification *v) {
    bool about_witness = v->verdict == VERDICT_FALSE &&
                         program_property_at(v->reduced, v->result.reached)->id == PROPERTY_WITNESS;
    if (v->verdict == VERDICT_TRUE && !v->witness.applied.left_out)
        say(v, WITNESS_CONFIRMED, "its invariants hold, and the program is correct");
    else if (v->verdict == VERDICT_TRUE)
        say(v, WITNESS_UNKNOWN, "the program is correct, but not all of the witness was checked");
    else if (about_witness) broken_invariant(v);
    else if (v->verdict == VERDICT_FALSE) say(v, WITNESS_REJECTED, "the program is not correct");
    else say(v, WITNESS_UNKNOWN, v->detail);
}

/* What was left out only admits more runs: a run that is found may be none of the witness. */
static void conclude_violation(verification *v) {
    const witness_applied *a = &v->witness.applied;
    if (v->verdict == VERDICT_FALSE && a->left_out)
        say(v, WITNESS_UNKNOWN,
            "the program is not correct, but not all of the witness was checked");
    else if (v->verdict == VERDICT_FALSE && !a->target)
        say(v, WITNESS_UNKNOWN, "the program is not correct, but the witness names no target");
    else if (v->verdict == VERDICT_FALSE)
        say(v, WITNESS_CONFIRMED, "a run along its waypoints violates the property");
    else if (v->verdict == VERDICT_TRUE)
        say(v, WITNESS_REJECTED, "no run along its waypoints comes to the target");
    else say(v, WITNESS_UNKNOWN, v->detail);
}

void verify_conclude_witness(verification *v) {
    if (v->witness.violation) conclude_violation(v);
    else conclude_invariants(v);
    if (v->witness.mismatch && v->witness.status == WITNESS_CONFIRMED)
        say(v, WITNESS_UNKNOWN, v->witness.mismatch);
    if (v->witness.status == WITNESS_REJECTED) verify_unknown(v, "witness rejected");
    else if (v->witness.status == WITNESS_UNKNOWN && v->verdict != VERDICT_UNKNOWN)
        verify_unknown(v, "witness not checked");
}
