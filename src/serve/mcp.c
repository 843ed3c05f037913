/* The Model Context Protocol: an agent lists the tools with the schemas of their arguments, and
 * calls them. A result is the report as a person reads it, and the JSON of it. */
#include "serve/jobs.h"
#include "serve/serve.h"

#include "base/fail.h"
#include "frontend/flags.h"

#include <string.h>

enum { SECONDS = 30 };

/* An argument of a tool. NAMES: a list of names; WORDS: one of them. */
enum argument_kind { ARGUMENT_NAMES, ARGUMENT_TEXT, ARGUMENT_NUMBER, ARGUMENT_FLAG };

typedef struct {
    const char *name, *help;
    enum argument_kind kind;
    const char *option; /* of the command; NULL: the words themselves */
    bool required;
} tool_argument;

enum { MOST_ARGUMENTS = 8 };

typedef struct {
    const char *name, *command, *help;
    const char *always;  /* an option that it always has; NULL: none */
    bool writes, shared; /* it writes JSON; it takes the options that the server was given */
    tool_argument arguments[MOST_ARGUMENTS];
} mcp_tool;

#define FILES                                                                                      \
    {"files", "C files, or a folder with compile_commands.json", ARGUMENT_NAMES, NULL, true}
#define TIMEOUT {"timeout", "seconds; default: 30", ARGUMENT_NUMBER, "--timeout", false}
#define PROPERTY                                                                                   \
    {"property",                                                                                   \
     "what is checked, with commas: assert, memory, undefined, no-overflow, termination, ...; "    \
     "default: assert, and calls of reach_error()",                                                \
     ARGUMENT_TEXT, "--property", false}
#define ENTRY {"entry", "the function to start in; default: main", ARGUMENT_TEXT, "--entry", false}
#define COMPILER                                                                                   \
    {"compiler_arguments", "arguments for clang, as -Iinclude or -DX", ARGUMENT_NAMES, "--", false}

static const mcp_tool tools_of_mcp[] = {
    {"verify",
     "verify",
     "Prove that no run of a C program violates the property, or give the run that does. The last "
     "line of the report is the verdict: TRUE, FALSE(property) or UNKNOWN(reason).",
     NULL,
     true,
     true,
     {FILES,
      PROPERTY,
      ENTRY,
      TIMEOUT,
      {"each", "decide every check by itself", ARGUMENT_FLAG, "--each", false},
      {"function", "prove this function against its contract", ARGUMENT_TEXT, "--function", false},
      {"certificate", "write the proof to this file", ARGUMENT_TEXT, "--certificate", false},
      COMPILER}},
    {"deadcode",
     "deadcode",
     "Which statements, branches or conditions of a C program can never be reached, and which "
     "tests reach the others.",
     NULL,
     true,
     false,
     {FILES,
      ENTRY,
      TIMEOUT,
      {"criterion", "statement, branch, condition or mcdc; default: branch", ARGUMENT_TEXT,
       "--criterion", false},
      COMPILER}},
    {"explain",
     "verify",
     "Why the verdict holds: the invariant of each loop of a proof, or the violating run step by "
     "step with its values.",
     "-v",
     true,
     true,
     {FILES, PROPERTY, ENTRY, TIMEOUT, COMPILER}},
    {"check",
     "check",
     "Check a proof that verify wrote as a certificate, and with `program` that it is about these "
     "files.",
     NULL,
     false,
     false,
     {{"certificate", "the file", ARGUMENT_NAMES, NULL, true},
      {"program", "the C files that it is about", ARGUMENT_NAMES, "--program", false},
      PROPERTY,
      ENTRY,
      TIMEOUT}},
};
enum { TOOLS = sizeof tools_of_mcp / sizeof *tools_of_mcp };

/* ---- tools/list ---- */

static json_t *schema_of(const tool_argument *a) {
    static const char *const types[] = {"array", "string", "number", "boolean"};
    json_t *o = json_pack("{s:s, s:s}", "type", types[a->kind], "description", a->help);
    if (a->kind == ARGUMENT_NAMES)
        json_object_set_new(o, "items", json_pack("{s:s}", "type", "string"));
    return o;
}

static json_t *tool_json(const mcp_tool *t) {
    json_t *properties = json_object(), *required = json_array();
    for (int i = 0; i < MOST_ARGUMENTS && t->arguments[i].name; i++) {
        json_object_set_new(properties, t->arguments[i].name, schema_of(&t->arguments[i]));
        if (t->arguments[i].required)
            json_array_append_new(required, json_string(t->arguments[i].name));
    }
    return json_pack("{s:s, s:s, s:{s:s, s:o, s:o, s:b}}", "name", t->name, "description", t->help,
                     "inputSchema", "type", "object", "properties", properties, "required",
                     required, "additionalProperties", 0);
}

static json_t *list_tools(void) {
    json_t *list = json_array();
    for (int i = 0; i < TOOLS; i++) json_array_append_new(list, tool_json(&tools_of_mcp[i]));
    return json_pack("{s:o}", "tools", list);
}

/* ---- tools/call ---- */

static bool is_plain(const char *s) {
    for (; *s; s++)
        if ((unsigned char)*s < ' ' || *s == 127) return false;
    return true;
}

/* An argument for the compiler that an agent may give, as of a compilation database: none loads code
 * or writes a file. */
static bool is_compiler_word(const char *word, bool *is_argument) {
    static const char *const named[] = {"-I", "-D", "-U", "-isystem", "-iquote", "-include"};
    bool good = *is_argument || flag_matters(word), takes_one = false;
    for (size_t i = 0; i < sizeof named / sizeof *named && !*is_argument; i++) {
        good |= !strncmp(word, named[i], strlen(named[i]));
        takes_one |= !strcmp(word, named[i]);
    }
    *is_argument = takes_one;
    return good && word[0] != '@';
}

/* A word of the agent; a list may be one word. False: it has another type, or is no argument to
 * take. */
static bool add_names(serve_job *j, const tool_argument *a, json_t *given) {
    json_t *one;
    size_t i;
    if (json_is_string(given)) {
        bool plain = is_plain(json_string_value(given));
        if (plain) job_file(j, json_string_value(given));
        return plain;
    }
    if (!json_is_array(given)) return false;
    bool compiler = a->option && !strcmp(a->option, "--"), is_argument = false;
    json_array_foreach(given, i, one) {
        const char *word = json_string_value(one);
        if (!word || !is_plain(word) || (compiler && !is_compiler_word(word, &is_argument)))
            return false;
        if (compiler) job_word(j, "%s", word);
        else job_file(j, word);
    }
    return json_array_size(given) > 0 || !a->required;
}

static bool add_argument(serve_job *j, const tool_argument *a, json_t *given) {
    if (a->kind == ARGUMENT_FLAG) {
        if (json_is_true(given)) job_word(j, "%s", a->option);
        return json_is_boolean(given);
    }
    if (a->kind == ARGUMENT_NAMES) {
        if (a->option && (!json_is_array(given) || json_array_size(given)))
            job_word(j, "%s", a->option);
        return add_names(j, a, given);
    }
    if (a->kind == ARGUMENT_NUMBER) {
        if (json_is_number(given)) job_word(j, "%s=%g", a->option, json_number_value(given));
        return json_is_number(given);
    }
    bool fits = json_is_string(given) && is_plain(json_string_value(given));
    if (fits) job_word(j, "%s=%s", a->option, json_string_value(given));
    return fits;
}

/* False with `wrong`: what the arguments are not. */
static bool add_arguments(serve_job *j, const mcp_tool *t, json_t *given, text *wrong) {
    const char *name;
    json_t *value;
    json_object_foreach(given, name, value) {
        bool known = false;
        for (int i = 0; i < MOST_ARGUMENTS && t->arguments[i].name; i++)
            known |= !strcmp(t->arguments[i].name, name);
        if (!known) text_print(wrong, "%s has no argument '%s'", t->name, name);
    }
    for (int i = 0; i < MOST_ARGUMENTS && t->arguments[i].name && !wrong->size; i++) {
        const tool_argument *a = &t->arguments[i];
        json_t *x = json_object_get(given, a->name);
        if (!x && a->required) text_print(wrong, "%s needs '%s'", t->name, a->name);
        else if (x && !add_argument(j, a, x))
            text_print(wrong, "'%s' of %s is of another type, or not allowed", a->name, t->name);
    }
    return !wrong->size;
}

static void call_tool(server *s, json_t *id, json_t *params) {
    const char *name = json_string_value(json_object_get(params, "name"));
    json_t *given = json_object_get(params, "arguments");
    const mcp_tool *t = NULL;
    for (int i = 0; i < TOOLS && name; i++)
        if (!strcmp(tools_of_mcp[i].name, name)) t = &tools_of_mcp[i];
    if (!t || (given && !json_is_object(given))) {
        rpc_error(&s->rpc, id, RPC_BAD_PARAMS,
                  t ? "arguments is no object" : "there is no such tool");
        return;
    }
    serve_job j = {.id = json_incref(id)};
    text wrong = {0};
    job_word(&j, "%s", t->command);
    job_word(&j, "--timeout=%d", SECONDS);
    if (t->always) job_word(&j, "%s", t->always);
    if (t->writes) job_output(s, &j, "--json", ".json");
    if (t->shared) job_options(&j, s->options);
    if (add_arguments(&j, t, given, &wrong)) {
        if (t->shared) job_compiler_words(&j, s->options);
        job_add(s, &j);
    } else {
        rpc_error(&s->rpc, id, RPC_BAD_PARAMS, text_string(&wrong));
        job_release(&j);
    }
    text_release(&wrong);
}

static void done(server *s, const serve_job *j, text *said, text *output) {
    const char *report = said->size ? text_string(said) : "";
    json_t *content =
        json_pack("{s:s, s:o}", "type", "text", "text", rpc_string(report, said->size));
    bool answered = j->status == EXIT_TRUE || j->status == EXIT_FALSE || j->status == EXIT_UNKNOWN;
    json_t *result = json_pack("{s:[o], s:b}", "content", content, "isError", !answered);
    json_t *structured = output->size ? json_loadb(output->data, output->size, 0, NULL) : NULL;
    if (structured) json_object_set_new(result, "structuredContent", structured);
    rpc_result(&s->rpc, j->id, result);
}

/* ---- messages ---- */

static void initialize(server *s, json_t *id, json_t *params) {
    const char *version = json_string_value(json_object_get(params, "protocolVersion"));
    rpc_result(&s->rpc, id,
               json_pack("{s:s, s:{s:{}}, s:{s:s, s:s}}", "protocolVersion",
                         version ? version : "2025-06-18", "capabilities", "tools", "serverInfo",
                         "name", "cinch", "version", CINCH_VERSION));
}

static void message(server *s, json_t *m) {
    const char *method = json_string_value(json_object_get(m, "method"));
    json_t *id = json_object_get(m, "id"), *params = json_object_get(m, "params");
    if (!method) {
        if (!json_object_get(m, "result") && !json_object_get(m, "error"))
            rpc_error(&s->rpc, id, RPC_NO_REQUEST, "a request has a method");
    } else if (!id) {
        json_t *which = json_object_get(params, "requestId");
        if (!strcmp(method, "notifications/cancelled") && which) jobs_drop(s, job_has_id, which);
    } else if (!strcmp(method, "initialize")) initialize(s, id, params);
    else if (!strcmp(method, "ping")) rpc_result(&s->rpc, id, json_object());
    else if (!strcmp(method, "tools/list")) rpc_result(&s->rpc, id, list_tools());
    else if (!strcmp(method, "tools/call")) call_tool(s, id, params);
    else rpc_error(&s->rpc, id, RPC_NO_METHOD, method);
}

int serve_mcp(int from, int to, const string_vec *words) {
    static const protocol mcp = {false, message, done};
    server s = {.rpc = {.from = from, .to = to}, .options = words};
    return serve(&s, &mcp) ? 0 : EXIT_INTERNAL;
}
