# Files of somebody else, by what the compiler and a task say about them; and text that becomes C.
# A compiler that ends before it says what it read: what it prints on its way is about that.
foreign=$(mktemp -d) && printf 'extern char secret[];\nchar secret[] = "%s";\nenum { NUMBER = 471147 };\n#define NAME "%s.h"\n' $secret $secret >"$foreign/x.cfg"
prints() { # STATUS PATTERN TEXT
    printf '#include "%s"\n%b\nint main(void) { return 0; }\n' "$foreign/x.cfg" "$3" >reads.c
    for command in verify deadcode scan bounds; do expect "$1" "$2" $command --timeout 20 reads.c; done
    ! grep -q 471147 "$work/all" && good || bad "a constant of somebody else" "$(cat "$work/all")"
}
prints 65 'outside of the project' '#pragma clang __debug dump secret'
prints 5 'crashed|did not come to its end' '#pragma clang __debug dump secret\n#pragma clang __debug crash'
prints 65 'outside of the project' '#pragma clang __debug dump secret\n#include "missing.h"'
prints 65 'outside of the project' '#include NAME'
prints 65 'outside of the project' 'char x[NUMBER == 471147 ? -1 : 1];\n#include "missing.h"'
rm -rf "$foreign"
# A missing header is still named.
printf '#include "missing.h"\nint main(void) { return 0; }\n' >reads.c
expect 65 "'missing.h' file not found" verify reads.c
# A compiler that fails says nothing about the program.
printf '#pragma clang __debug crash\nint main(void) { return 0; }\n' >reads.c
expect 5 'VERDICT: UNKNOWN\(compiler\)' verify reads.c
{ echo '#define A0 1' && for i in $(seq 30); do echo "#define A$i A$((i - 1))+A$((i - 1))"; done && echo 'int main(void) { return A30; }'; } >reads.c
expect 5 'VERDICT: UNKNOWN' verify --memory 150 --timeout 20 reads.c
rm reads.c

# A property file of somebody else is used, and not quoted; its function is a name of C.
printf 'int main(void) { return 0; }\n' >task.c
tasked() { printf "format_version: '2.0'\ninput_files: 'task.c'\nproperties:\n  - property_file: %s\n" "$1" >task.yml; }
printf 'CHECK( init(main()), LTL(G %s) )\n' $secret >"$work/secret.prp"
tasked "$work/secret.prp" && expect 65 'no property that is supported' verify task.yml
printf 'CHECK( init(main()), LTL(G ! call(f(void);void/**/g())) )\nCHECK( init(main()), LTL(G ! overflow) )\n' >own.prp
tasked own.prp && expect 65 'is not supported' verify task.yml
printf 'CHECK( init(main()), LTL(G ! call(bad())) )\n' >own.prp
tasked own.prp && expect 0 'VERDICT: TRUE' verify --timeout 20 task.yml
mkfifo task.pipe && printf "format_version: '2.0'\ninput_files: 'task.pipe'\n" >task.yml && expect 65 'this is a pipe' verify task.yml
rm -f task.* own.prp "$work/secret.prp"

# What a test that is kept says about the program stays a comment.
printf '#include <assert.h>\n#line 2 "*/ int forged; /*"\nint main(void) { assert(0); }\n' >program.c
expect 10 'VERDICT: FALSE' verify --timeout 20 --test kept.c program.c
sed 's,/\*.*\*/,,' kept.c | grep -q '^ \*.*\*/ int forged' && bad 'a name that ends a comment' "$(head -n 3 kept.c)" || good
rm -f kept.c program.c

# Pages: marks of direction and separators of lines are visible
printf '#include <assert.h>\n/* \xe2\x80\xae \xe2\x80\xa8 \xf3\xa0\x81\x81 \xc2\x85 VERDICT: TRUE */\nint main(void) { assert(0); }\n' >page.c
expect 10 'VERDICT: FALSE' verify --timeout 20 --html page page.c
! LC_ALL=C grep -qP '\xe2\x80\xae|\xe2\x80\xa8|\xf3\xa0\x81|\xc2\x85' page/index.html && good || bad 'marks of direction in a page'
nothing_forged 'a page' page/index.html
rm -rf page page.c

# Numbers of a witness, and lists that nest
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >wrong.c
expect 10 'VERDICT: FALSE' verify --timeout 20 --witness-out w.yml wrong.c
awk '/line:/ { $0 = substr($0, 1, index($0, "line:") + 5) (4294967296 + $2) } { print }' w.yml >far.yml
expect 5 'VERDICT: UNKNOWN' verify --timeout 20 --witness far.yml wrong.c
printf 'double in;\nvoid step(void) {}\n' >step.c
{ printf '{a: %.0s' $(seq 20000); } >deep.yml
expect 64 'nest this deep' verify --timeout 20 --step step --inputs deep.yml step.c
expect 65 'nest this deep' verify --timeout 20 --witness deep.yml wrong.c
rm -f w.yml far.yml deep.yml step.c

# Streams that are closed
timeout 60 "$cinch" verify wrong.c >&- 2>"$work/err"
[ $? -eq 70 ] && grep -q 'cannot write standard output' "$work/err" && good || bad 'a closed standard output' "$(cat "$work/err")"
timeout 60 "$cinch" verify wrong.c <&- 2>&- | grep -q '^VERDICT: FALSE' && good || bad 'closed standard input'
rm wrong.c
