/* The Language Server Protocol: every check of a file that is opened or saved is a diagnostic, red
 * where a run violates it, with its steps as related places, grey where it is open, and a hint
 * where it is proved. Code actions write a test or a harness, or show the invariant.
 *
 * A file with a function main is verified; of any other, every function is called with any
 * arguments (cinch scan). */
#include "serve/jobs.h"
#include "serve/serve.h"

#include "base/fail.h"
#include "frontend/project.h"
#include "frontend/sources.h"

#include <ctype.h>
#include <string.h>

enum { SECONDS = 20, MOST_STEPS = 60 };
enum job_kind { JOB_DIAGNOSE, JOB_TEST, JOB_HARNESS, JOB_INVARIANT };
enum severity { SEVERITY_ERROR = 1, SEVERITY_INFORMATION = 3, SEVERITY_HINT = 4 };

typedef struct {
    bool initialized, shut, left;
    uint32_t asked; /* requests of ours */
    json_t *shown;  /* by URI: the diagnostics there */
    json_t *files;  /* by URI of a document: an object with the URIs that its diagnostics are at */
} lsp_state;

static lsp_state *state_of(server *s) { return s->state; }

/* ---- names ---- */

/* The path of a file URI; the caller frees it; NULL: it is none. */
static char *path_of(const char *uri) {
    if (!uri || strncmp(uri, "file://", 7)) return NULL;
    const char *from = strchr(uri + 7, '/');
    text path = {0};
    for (; from && *from; from++) {
        unsigned byte;
        if (*from == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2]) &&
            sscanf(from + 1, "%2x", &byte) == 1) {
            text_char(&path, (char)byte);
            from += 2;
        } else text_char(&path, *from);
    }
    bool plain = path.size > 0;
    for (size_t i = 0; i < path.size; i++)
        plain &= (unsigned char)path.data[i] >= ' ' && path.data[i] != 127;
    char *result = plain ? mem_string(text_string(&path)) : NULL;
    text_release(&path);
    return result;
}

static json_t *uri_of(const char *path) {
    text uri = {0};
    text_add(&uri, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (isalnum(c) || strchr("/-._~", c)) text_char(&uri, (char)c);
        else text_print(&uri, "%%%02X", c);
    }
    json_t *j = json_string(text_string(&uri));
    text_release(&uri);
    return j;
}

static json_t *range_at(json_t *place) {
    json_int_t line = json_integer_value(json_object_get(place, "line"));
    json_int_t column = json_integer_value(json_object_get(place, "column"));
    int l = line > 0 ? (int)line - 1 : 0, c = column > 0 ? (int)column - 1 : 0;
    return json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", l, "character", c, "end",
                     "line", l, "character", c);
}

/* ---- diagnostics ---- */

/* "i = 3, s = 7", or which way a condition went. */
static void step_words(json_t *step, text *out) {
    const char *name, *branch = json_string_value(json_object_get(step, "branch"));
    json_t *value;
    json_object_foreach(json_object_get(step, "changes"), name, value)
        text_print(out, "%s%s = %s", out->size ? ", " : "", name, json_string_value(value));
    if (!out->size && branch && *branch) text_print(out, "the condition is %s", branch);
}

static json_t *steps_of(json_t *check) {
    json_t *list = json_array(), *trace = json_object_get(check, "trace"), *step;
    size_t i, n = json_array_size(trace), first = n > MOST_STEPS ? n - MOST_STEPS : 0;
    json_array_foreach(trace, i, step) {
        json_t *at = json_object_get(step, "at");
        const char *file = json_string_value(json_object_get(at, "file"));
        text words = {0};
        step_words(step, &words);
        if (i >= first && file && *file == '/' && words.size)
            json_array_append_new(list, json_pack("{s:{s:o, s:o}, s:o}", "location", "uri",
                                                  uri_of(file), "range", range_at(at), "message",
                                                  rpc_string(words.data, words.size)));
        text_release(&words);
    }
    return list;
}

static const char *text_at(json_t *o, const char *name) {
    const char *s = json_string_value(json_object_get(o, name));
    return s ? s : "";
}

/* Where the run failed: the user's own line, where the check is in the library. */
static json_t *place_of(json_t *check) {
    json_t *top = json_array_get(json_object_get(check, "stack"), 0);
    return top && text_at(top, "file")[0] == '/' ? top : check;
}

static json_t *diagnostic_of(json_t *check, const char *entry) {
    const char *state = text_at(check, "state"), *said = text_at(check, "message");
    bool violated = !strcmp(state, "violated"), proved = !strcmp(state, "proved");
    json_t *related = steps_of(check), *at = place_of(check);
    text words = {0};
    text_print(&words, "%s: %s (%s)", violated || proved ? state : "open",
               *said ? said : text_at(check, "detail"), text_at(check, "why"));
    json_t *d =
        json_pack("{s:o, s:i, s:s, s:s, s:o, s:{s:s, s:s, s:s}}", "range", range_at(at), "severity",
                  violated ? SEVERITY_ERROR
                  : proved ? SEVERITY_HINT
                           : SEVERITY_INFORMATION,
                  "code", text_at(check, "property"), "source", "cinch", "message",
                  rpc_string(words.data, words.size), "data", "state", state, "function",
                  text_at(check, "function"), "entry", entry);
    if (json_array_size(related)) json_object_set(d, "relatedInformation", related);
    json_decref(related);
    text_release(&words);
    return d;
}

static void add_at(json_t *by_uri, const char *path, json_t *diagnostic) {
    json_t *uri = uri_of(path), *list = json_object_get(by_uri, json_string_value(uri));
    if (!list) json_object_set_new(by_uri, json_string_value(uri), list = json_array());
    json_array_append_new(list, diagnostic);
    json_decref(uri);
}

static void add_checks(json_t *by_uri, json_t *result, const char *path, const char *entry) {
    json_t *check;
    size_t i;
    json_array_foreach(json_object_get(result, "checks"), i, check) {
        const char *file = text_at(place_of(check), "file");
        add_at(by_uri, *file == '/' ? file : path, diagnostic_of(check, entry));
    }
}

static json_t *plain_diagnostic(int line, int column, const char *words) {
    json_t *place = json_pack("{s:i, s:i}", "line", line, "column", column);
    json_t *d =
        json_pack("{s:o, s:i, s:s, s:o}", "range", range_at(place), "severity", SEVERITY_ERROR,
                  "source", "cinch", "message", rpc_string(words, strlen(words)));
    json_decref(place);
    return d;
}

/* Messages of the compiler: FILE:LINE:COLUMN: words. */
static void add_messages(json_t *by_uri, const char *path, const char *said) {
    size_t n = strlen(path);
    for (const char *line = said; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        int row, column, used = 0;
        if (strncmp(line, path, n) || sscanf(line + n, ":%d:%d: %n", &row, &column, &used) < 2)
            continue;
        char words[300];
        const char *from = line + n + used;
        snprintf(words, sizeof words, "%.*s", (int)strcspn(from, "\n"), from);
        add_at(by_uri, path, plain_diagnostic(row, column, words));
    }
    if (json_object_size(by_uri)) return;
    char words[300];
    snprintf(words, sizeof words, "%.*s", (int)strcspn(said, "\n"), said);
    add_at(by_uri, path, plain_diagnostic(1, 1, *words ? words : "no result"));
}

static void publish(server *s, const char *uri, json_t *list) {
    json_object_set(state_of(s)->shown, uri, list);
    rpc_notify(&s->rpc, "textDocument/publishDiagnostics",
               json_pack("{s:s, s:O}", "uri", uri, "diagnostics", list));
}

/* Also for those places of the last time where nothing is any more. */
static void publish_all(server *s, const char *document, json_t *by_uri) {
    json_t *files = state_of(s)->files, *list, *empty = json_array();
    const char *uri;
    json_object_foreach(json_object_get(files, document), uri, list) {
        if (!json_object_get(by_uri, uri)) publish(s, uri, empty);
    }
    json_object_foreach(by_uri, uri, list) publish(s, uri, list);
    if (!json_object_get(by_uri, document)) publish(s, document, empty);
    json_object_set(files, document, by_uri);
    json_decref(empty);
}

static void diagnosed(server *s, const serve_job *j, text *said, text *output) {
    const char *uri = text_at(j->about, "uri");
    char *path = path_of(uri);
    json_t *by_uri = json_object(), *function;
    json_t *result = output->size ? json_loadb(output->data, output->size, 0, NULL) : NULL;
    size_t i;
    add_checks(by_uri, result, path, "");
    json_array_foreach(json_object_get(result, "functions"), i, function)
        add_checks(by_uri, function, path, text_at(function, "entry"));
    if (!result) add_messages(by_uri, path, said->size ? text_string(said) : "");
    publish_all(s, uri, by_uri);
    json_decref(by_uri);
    json_decref(result);
    mem_free(path);
}

static bool has_main(const char *path) {
    text code = {0};
    bool found = project_read_file(&code, path) && source_defines(text_string(&code), "main");
    text_release(&code);
    return found;
}

static bool is_diagnosis_of(const serve_job *j, const void *uri) {
    return j->kind == JOB_DIAGNOSE && !strcmp(text_at(j->about, "uri"), uri);
}

static void begin_job(server *s, serve_job *j, const char *command, const char *path) {
    job_word(j, "%s", command);
    job_file(j, path);
    job_word(j, "--timeout=%d", SECONDS);
    job_options(j, s->options);
}

static void diagnose(server *s, const char *uri) {
    char *path = path_of(uri);
    if (!path) return;
    jobs_drop(s, is_diagnosis_of, uri);
    bool whole = has_main(path);
    serve_job j = {.kind = JOB_DIAGNOSE, .about = json_pack("{s:s}", "uri", uri)};
    job_word(&j, whole ? "verify" : "scan");
    job_file(&j, path);
    job_word(&j, "--property=undefined,assert");
    job_word(&j, "--timeout=%d", SECONDS);
    if (whole) job_word(&j, "--each");
    job_options(&j, s->options);
    job_output(s, &j, "--json", ".json");
    job_compiler_words(&j, s->options);
    job_add(s, &j);
    mem_free(path);
}

/* ---- code actions ---- */

static void offer(json_t *list, const char *title, const char *command, const char *uri,
                  json_t *diagnostic) {
    json_t *arguments = json_pack("[s, s, s]", uri, text_at(diagnostic, "code"),
                                  text_at(json_object_get(diagnostic, "data"), "function"));
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:[O], s:{s:s, s:s, s:o}}", "title", title, "kind",
                                    "quickfix", "diagnostics", diagnostic, "command", "title",
                                    title, "command", command, "arguments", arguments));
}

static json_int_t line_at(json_t *range, const char *end) {
    return json_integer_value(json_object_get(json_object_get(range, end), "line"));
}

static json_t *actions_at(server *s, const char *uri, json_t *range) {
    json_t *list = json_array(), *d;
    size_t i;
    json_array_foreach(json_object_get(state_of(s)->shown, uri), i, d) {
        json_t *data = json_object_get(d, "data");
        json_int_t line = line_at(json_object_get(d, "range"), "start");
        if (line < line_at(range, "start") || line > line_at(range, "end") || !data) continue;
        const char *state = text_at(data, "state"), *function = text_at(data, "function");
        bool harness = *text_at(data, "entry") || strcmp(function, "main");
        if (!strcmp(state, "violated") && !*text_at(data, "entry"))
            offer(list, "cinch: write a test", "cinch.test", uri, d);
        if (!strcmp(state, "proved") && !*text_at(data, "entry"))
            offer(list, "cinch: show invariant", "cinch.invariant", uri, d);
        if (*function && harness) offer(list, "cinch: write a harness", "cinch.harness", uri, d);
    }
    return list;
}

/* The editor makes the file beside the source, and shows it before it is saved. */
static void create_file(server *s, const char *beside, const char *name, const text *content) {
    const char *slash = strrchr(beside, '/');
    char *path = mem_format("%.*s%s", (int)(slash - beside + 1), beside, name);
    json_t *uri = uri_of(path);
    json_t *create = json_pack("{s:s, s:O, s:{s:b}}", "kind", "create", "uri", uri, "options",
                               "ignoreIfExists", 1);
    json_t *edit = json_pack("{s:{s:O, s:n}, s:[{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:o}]}",
                             "textDocument", "uri", uri, "version", "edits", "range", "start",
                             "line", 0, "character", 0, "end", "line", 0, "character", 0, "newText",
                             rpc_string(content->data, content->size));
    char id[32];
    snprintf(id, sizeof id, "cinch-%u", state_of(s)->asked++);
    rpc_ask(&s->rpc, id, "workspace/applyEdit",
            json_pack("{s:s, s:{s:[o, o]}}", "label", "cinch", "edit", "documentChanges", create,
                      edit));
    json_decref(uri);
    mem_free(path);
}

static void wrote(server *s, const serve_job *j, const text *content, const char *ending) {
    const char *uri = text_at(j->about, "uri"), *subject = text_at(j->about, "subject");
    char *path = path_of(uri), *name = mem_format("%s_%s.c", subject, ending);
    for (char *c = name; *c; c++)
        if (!is_name_char(*c) && *c != '.' && *c != '-')
            *c = '_'; /* IR names functions as it likes */
    create_file(s, path, name, content);
    rpc_result(&s->rpc, j->id, json_null());
    mem_free(path);
    mem_free(name);
}

static void invariant_shown(server *s, const serve_job *j, const text *output) {
    json_t *result = output->size ? json_loadb(output->data, output->size, 0, NULL) : NULL, *line;
    json_t *list = json_object_get(result, "invariants");
    text words = {0};
    size_t i;
    json_array_foreach(list, i, line) text_print(&words, "%s\n", json_string_value(line));
    if (!words.size)
        text_add(&words, "no loop needs an invariant, or there is no proof of all checks");
    rpc_notify(&s->rpc, "window/showMessage",
               json_pack("{s:i, s:o}", "type", 3, "message", rpc_string(words.data, words.size)));
    rpc_result(&s->rpc, j->id, list ? json_incref(list) : json_array());
    json_decref(result);
    text_release(&words);
}

static void done(server *s, const serve_job *j, text *said, text *output) {
    bool harness = said->size && !strncmp(text_string(said), "/* A harness", 12);
    const char *why = said->size ? text_string(said) : "no result";
    switch ((enum job_kind)j->kind) {
    case JOB_DIAGNOSE: diagnosed(s, j, said, output); break;
    case JOB_INVARIANT: invariant_shown(s, j, output); break;
    case JOB_TEST:
        if (output->size) wrote(s, j, output, "test");
        else rpc_error(&s->rpc, j->id, RPC_FAILED, "there is no test of this violation");
        break;
    case JOB_HARNESS:
        if (harness) wrote(s, j, said, "harness");
        else rpc_error(&s->rpc, j->id, RPC_FAILED, why);
        break;
    }
}

/* cinch.test, cinch.harness and cinch.invariant: URI, property, function. */
static void execute(server *s, json_t *id, json_t *params) {
    const char *command = text_at(params, "command");
    json_t *arguments = json_object_get(params, "arguments");
    const char *uri = json_string_value(json_array_get(arguments, 0));
    const char *asked = json_string_value(json_array_get(arguments, 1));
    const char *function = json_string_value(json_array_get(arguments, 2));
    enum job_kind kind = !strcmp(command, "cinch.test")      ? JOB_TEST
                         : !strcmp(command, "cinch.harness") ? JOB_HARNESS
                                                             : JOB_INVARIANT;
    char *path = path_of(uri);
    bool known = kind != JOB_INVARIANT || !strcmp(command, "cinch.invariant");
    if (!path || !known || (kind == JOB_HARNESS ? !function : !asked)) {
        rpc_error(&s->rpc, id, RPC_BAD_PARAMS,
                  known ? "bad arguments" : "there is no such command");
        mem_free(path);
        return;
    }
    serve_job j = {.kind = (int)kind, .id = json_incref(id)};
    j.about =
        json_pack("{s:s, s:s}", "uri", uri, "subject", kind == JOB_HARNESS ? function : asked);
    if (kind == JOB_HARNESS) {
        job_word(&j, "harness");
        job_file(&j, path);
        job_word(&j, "--function=%s", function);
    } else {
        begin_job(s, &j, "verify", path);
        job_word(&j, "--property=%s", asked);
        job_output(s, &j, kind == JOB_TEST ? "--test" : "--json",
                   kind == JOB_TEST ? ".c" : ".json");
    }
    job_compiler_words(&j, s->options);
    job_add(s, &j);
    mem_free(path);
}

/* ---- messages ---- */

static void initialize(server *s, json_t *id) {
    state_of(s)->initialized = true;
    rpc_result(&s->rpc, id,
               json_pack("{s:{s:{s:b, s:i, s:b}, s:b, s:{s:[s, s, s]}}, s:{s:s, s:s}}",
                         "capabilities", "textDocumentSync", "openClose", 1, "change", 0, "save", 1,
                         "codeActionProvider", 1, "executeCommandProvider", "commands",
                         "cinch.test", "cinch.harness", "cinch.invariant", "serverInfo", "name",
                         "cinch", "version", CINCH_VERSION));
}

static void cancel(server *s, json_t *id) {
    if (!id) return;
    bool there = s->running.pid && job_has_id(&s->now, id);
    for (uint32_t i = 0; i < s->waiting.size; i++) there |= job_has_id(&s->waiting.data[i], id);
    jobs_drop(s, job_has_id, id);
    if (there) rpc_error(&s->rpc, id, RPC_CANCELLED, "cancelled");
}

static void close_document(server *s, const char *uri) {
    json_t *none = json_object();
    jobs_drop(s, is_diagnosis_of, uri);
    publish_all(s, uri, none);
    json_object_del(state_of(s)->files, uri);
    json_decref(none);
}

static void notified(server *s, const char *method, json_t *params) {
    const char *uri = text_at(json_object_get(params, "textDocument"), "uri");
    if (!strcmp(method, "exit")) state_of(s)->left = s->rpc.ended = true;
    else if (!state_of(s)->initialized) return;
    else if (!strcmp(method, "textDocument/didOpen") || !strcmp(method, "textDocument/didSave"))
        diagnose(s, uri);
    else if (!strcmp(method, "textDocument/didClose")) close_document(s, uri);
    else if (!strcmp(method, "$/cancelRequest")) cancel(s, json_object_get(params, "id"));
}

static void requested(server *s, const char *method, json_t *id, json_t *params) {
    const char *uri = text_at(json_object_get(params, "textDocument"), "uri");
    if (!strcmp(method, "initialize")) initialize(s, id);
    else if (!state_of(s)->initialized)
        rpc_error(&s->rpc, id, RPC_NOT_INITIALIZED, "not initialized");
    else if (!strcmp(method, "shutdown")) {
        state_of(s)->shut = true;
        rpc_result(&s->rpc, id, json_null());
    } else if (!strcmp(method, "textDocument/codeAction"))
        rpc_result(&s->rpc, id, actions_at(s, uri, json_object_get(params, "range")));
    else if (!strcmp(method, "workspace/executeCommand")) execute(s, id, params);
    else rpc_error(&s->rpc, id, RPC_NO_METHOD, method);
}

static void message(server *s, json_t *m) {
    const char *method = json_string_value(json_object_get(m, "method"));
    json_t *id = json_object_get(m, "id"), *params = json_object_get(m, "params");
    bool answer = json_object_get(m, "result") || json_object_get(m, "error");
    if (!method && !answer) rpc_error(&s->rpc, id, RPC_NO_REQUEST, "a request has a method");
    else if (method && id) requested(s, method, id, params);
    else if (method) notified(s, method, params);
}

int serve_lsp(int from, int to, const string_vec *words) {
    static const protocol lsp = {true, message, done};
    lsp_state state = {.shown = json_object(), .files = json_object()};
    server s = {.rpc = {.from = from, .to = to}, .options = words, .state = &state};
    bool good = serve(&s, &lsp);
    json_decref(state.shown);
    json_decref(state.files);
    if (!good) return EXIT_INTERNAL;
    return state.left && !state.shut;
}
