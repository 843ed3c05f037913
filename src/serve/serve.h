/* Servers: editors speak LSP, agents MCP.
 *
 * Neither decides anything: each request starts cinch as a process of its own, so that no program
 * can end the server, and one request at a time is worked on while others are answered or taken
 * back. Both end with their input. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "frontend/frontend.h"

/* Read requests from one descriptor and answer to the other. The words are options for each `cinch
 * verify`. The exit status is 0 where the client ended it as its protocol says. */
int serve_lsp(int from, int to, const string_vec *words);
int serve_mcp(int from, int to, const string_vec *words);

#endif
