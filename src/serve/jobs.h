/* What a server works on: a queue of requests, the first of which runs as `cinch` in a process of
 * its own. */
#ifndef SERVE_JOBS_H
#define SERVE_JOBS_H

#include "base/child.h"
#include "frontend/frontend.h"
#include "serve/rpc.h"

/* Words of a command line, with room for a NULL at the end. */
typedef struct {
    string_vec words; /* owned */
    char *output;     /* a file that it writes, in the folder of the server; NULL: none */
    int kind;         /* what the protocol does with the result */
    json_t *id;       /* of the request that waits for it; NULL: nobody */
    json_t *about;    /* whatever the protocol wants to remember; may be NULL */
    int status;       /* at the end: its exit status; -1: it has none */
} serve_job;

typedef struct {
    rpc rpc;
    const string_vec *options; /* for each verification */
    char folder[64];           /* of its own, removed at the end */
    uint32_t files;            /* so many names were given in it */
    vec(serve_job) waiting;
    serve_job now;
    child running; /* pid 0: nothing runs */
    text said;     /* by it, both streams */
    void *state;   /* of the protocol */
} server;

/* What a protocol does. */
typedef struct {
    bool headers;
    void (*message)(server *s, json_t *message);
    void (*done)(server *s, const serve_job *j, text *said,
                 text *output); /* output: of j->output */
} protocol;

/* Serve until the client is gone. False: no folder can be made. */
bool serve(server *s, const protocol *p);

void job_word(serve_job *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The options of the server: those of cinch, and at the end those of the compiler. */
void job_options(serve_job *j, const string_vec *options);
void job_compiler_words(serve_job *j, const string_vec *options);
/* A file name as a word that is no option. */
void job_file(serve_job *j, const char *name);
/* `option` with a file of the server's folder, whose content the result is. */
void job_output(server *s, serve_job *j, const char *option, const char *ending);
void job_add(server *s, serve_job *j); /* taken */
void job_release(serve_job *j);
bool job_has_id(const serve_job *j, const void *id); /* a json_t; for jobs_drop */
/* Take back what `drop` says yes to, also what runs. */
void jobs_drop(server *s, bool (*drop)(const serve_job *j, const void *context),
               const void *context);

#endif
