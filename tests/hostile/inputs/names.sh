# Names of files are never options of ours or of a compiler, nor files of options.
cat >honest.c <<'C'
#include <assert.h>
int main(void) { assert(0); return 0; }
C
cp honest.c ./-DNDEBUG=.c
cp honest.c ./@x.c
expect 64 'looks like an option; write ./-DNDEBUG=.c' verify ./*honest.c -DNDEBUG=.c
expect 10 'VERDICT: FALSE' verify ./-DNDEBUG=.c
expect 10 'VERDICT: FALSE' verify @x.c
printf -- '-DNDEBUG\n' >args
printf '[{"directory": "%s", "file": "honest.c", "arguments": ["cc", "@args", "-I", "@args", "-c", "honest.c"]}]' "$PWD" >compile_commands.json
expect 10 'VERDICT: FALSE' verify .
cp honest.c "$(printf 'a\nVERDICT: TRUE\n.c')"
expect 64 'control characters' verify "$(printf 'a\nVERDICT: TRUE\n.c')"

# Outputs: nobody's file is written through a link that was put there before.
expect 10 'VERDICT: FALSE' verify --json report.json honest.c
ln -sf "$work/made" linked.json
expect 10 'VERDICT: FALSE' verify --json linked.json honest.c
absent "$work/made" "a link in place of an output"

# Limits of the process are no missing package, and no signal ends it.
limited() { # ulimit's words
    local said
    said=$(ulimit "$@"; timeout 60 "$cinch" verify --json small.json honest.c 2>&1; echo "status $?")
    grep -qE 'status (5|70)$' <<<"$said" && ! grep -q package <<<"$said" && good || bad "ulimit $*" "$said"
}
limited -f 0
limited -n 8
