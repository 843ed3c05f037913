/* cinch serve: for editors and agents. */
#include "cli/command.h"
#include "serve/serve.h"

#include <string.h>
#include <unistd.h>

int command_serve(const cli_options *o) {
    const string_vec *words = &o->verify.load.files;
    bool one = words->size == 1;
    if (one && !strcmp(words->data[0], "lsp"))
        return serve_lsp(STDIN_FILENO, STDOUT_FILENO, &o->passed);
    if (one && !strcmp(words->data[0], "mcp"))
        return serve_mcp(STDIN_FILENO, STDOUT_FILENO, &o->passed);
    usage_fail("cinch serve takes lsp, for editors, or mcp, for agents");
}
