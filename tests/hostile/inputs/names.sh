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

# A link, a task or a database that leads out of the project: nothing of the file is quoted.
cp "$work/secret.txt" "$work/secret.c"
for file in link.c link.ll link.cfa link.smt2 link.vmt link.btor2 link.set link.prp link.txt link.yml; do ln -sf ../secret.txt $file; done
ln -sf "$work" outside
expect 65 'outside of the project' verify link.c
for file in link.ll link.cfa link.smt2 link.vmt link.btor2; do expect 65 'lies outside of the project' verify $file; done
expect 65 'outside of the project' verify outside/secret.c
expect 65 'link.prp' verify honest.c --property link.prp
expect 65 'link.set' batch link.set
expect 65 'link.smt2: cannot read' check link.smt2
expect 65 'link.yml: cannot open' verify --witness link.yml loop.c
expect 64 'inputs link.yml' verify --inputs link.yml loop.c
expect 5 'cannot read link.txt' verify --engine ic3ia --ia-predicates link.txt loop.c
mkdir linked-database && ln -s ../../secret.txt linked-database/compile_commands.json
expect 65 'without a readable compile_commands.json' verify linked-database
ln -sf /dev/zero endless.c
expect 65 'endless.c: cannot open' verify endless.c
printf 'double in;\nvoid step(void) {}\n' >step.c
expect 65 'link.txt' verify step.c --step step --input in --requirement link.txt
printf "format_version: '2.0'\ninput_files: '%s'\nproperties: []\n" "$work/secret.c" >task.yml
expect 65 'outside of the project' verify task.yml
printf '[{"directory": "%s", "file": "secret.c", "command": "cc -c secret.c"}]' "$work" >compile_commands.json
expect 65 'outside of the project' verify .
ln -sf honest.c inside.c # one that stays inside is a file like others
expect 10 'assert\(0\)' verify inside.c
# A set of tasks stays in its folder, and ends however many links there are.
mkdir set && cp honest.c set && ln -s . set/loop && ln -s ../../secret.c set/far.c
setting() { printf '%s\n' "$1" >set/a.set; }
setting '../secret.c' && expect 65 'leads out of the folder' batch set/a.set
setting "$work/secret.c" && expect 65 'leads out of the folder' batch set/a.set
setting 'far.c' && expect 65 'lies outside of the project' batch set/a.set
setting "$(printf '*/%.0s' $(seq 200))*.c" && expect 65 'no file matches' batch set/a.set
setting "$(printf 'x\033[2J\033]0;y\007 VERDICT: TRUE ##[error]z')" && expect 65 'no file matches' batch set/a.set
setting 'hon*.c' && expect 10 '1 tasks?: 0 passed, 1 failed' batch set/a.set --jobs 1 --timeout 20
rm -rf set
rm -rf link.* inside.c linked-database endless.c outside task.yml step.c
printf '[{"directory": "%s", "file": "honest.c", "command": "cc -c honest.c"}]' "$PWD" >compile_commands.json
