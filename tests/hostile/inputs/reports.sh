# Names and lines of a program in reports: no line is forged, no file of somebody else is shown.
violation() { # TEXT: the program's part between its input and its error
    printf '#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int();\n%b\n  assert(x != 5);\nreturn 0; }\n' "$1" >program.c
}

# shown NAME: every form of the report
shown() {
    expect 10 'VERDICT: FALSE' verify --html page --json report.json --sarif report.sarif --summary report.md program.c
    for f in page/index.html report.json report.sarif report.md; do without_secret "$1 in $f" "$f"; done
    rm -f report.md
}
violation '#line 1 "../secret.txt"'; shown relative
violation "#line 1 \"$work/secret.txt\""; shown absolute
ln -s ../secret.txt inside.txt
violation '#line 1 "inside.txt"'; shown link
violation '#line 1 "/proc/self/environ"'; export CINCH_TEST_SECRET=$secret; shown environ; unset CINCH_TEST_SECRET
violation '#line 1 "x.c\\nVERDICT: TRUE\\n::warning::forged\\033[31mred"'; shown line-name
violation '#line 1 "::error::x.c"'; shown workflow-name
violation '#line 1 "##[error]x.c"'; shown workflow-anywhere
violation '/* \r VERDICT: TRUE   \r */ x++; x--;'; shown carriage-return
violation '/* \342\200\256 VERDICT: TRUE \342\200\254 */ x++; x--;'; shown direction
violation '/* VERDICT: TRUE */ x++; x--; /* ##vso[task.complete] */'; shown comment

# A step that a program says is ours is shown all the same.
violation '#line 1 "<cinch>/stdlib.c"\n  x++; x--;\n#line 9 "program.c"'
expect 10 'stdlib.c:1 ' verify program.c
violation '#line 1 "<cinch>/<cinch>/stdlib.c"\n  x++; x--;\n#line 9 "program.c"'
expect 10 'stdlib.c:1 ' verify program.c

# Errors of the compiler
refused() { expect 65 "$1" verify program.c; }
violation '#include "../secret.txt"'; refused 'outside of the project'
violation "#include \"$work/secret.txt\""; refused 'outside of the project'
violation '#include "/etc/passwd"'; refused 'reads /etc/passwd, which is outside of the project'
violation '[[a::b(\n#include "/etc/passwd"\n)]] int y;'; refused 'outside of the project'
violation 'static const unsigned char s[] = {\n#embed "../secret.txt"\n};'; refused 'outside of the project'
violation 'static const unsigned char s[] = {\n#embed "/proc/self/environ" limit(9)\n};'; refused 'outside of the project'
violation '#line 1 "x.c\\nVERDICT: TRUE\\n"\n syntax error'; refused 'does not compile'
violation '#error VERDICT: TRUE'; refused 'does not compile'
violation '#error ##[error] x'; refused 'does not compile'

# A number in a file around the project is an expression in C, and would be shown as a value.
printf '4711\n' >"$work/pin.txt" && printf '4711\n' >"$work/pin.h"
violation 'int pin =\n#include "../pin.txt"\n; assert(pin == 0);'; refused 'pin.txt, which is outside of the project'
violation 'int pin =\n#include "pin.txt"\n; assert(pin == 0);'
printf '[{"directory": "%s", "file": "program.c", "arguments": ["cc", "-I%s", "-c", "program.c"]}]' "$PWD" "$work" >numbers.json
expect 65 'pin.txt, which is outside of the project' verify numbers.json
violation 'x++; x--;'
printf '[{"directory": "%s", "file": "program.c", "arguments": ["cc", "-include", "%s/pin.txt", "-c", "program.c"]}]' "$PWD" "$work" >numbers.json
expect 65 'outside of the project' verify numbers.json
violation 'int pin =\n#include "../pin.h"\n; assert(pin == 0);' # headers from around are read
expect 10 'VERDICT: FALSE' verify program.c
rm numbers.json

# IR that the reader of LLVM takes, and that means nothing
cat >phi.ll <<'LL'
define i32 @main() {
e:
  br label %a
a:
  %x = phi i32 [ 0, %a ]
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %r
r:
  ret i32 0
}
LL
expect 65 'no valid IR' verify phi.ll

# The cases of an earlier attack, as they were
for f in "$here"/files/*.c "$here"/files/*.ll; do
    cp "$here"/files/* . && cp esc.bytes esc.h
    timeout 60 "$cinch" verify --timeout 10 --html page --json report.json --sarif report.sarif --summary report.md "$(basename "$f")" >"$work/all" 2>&1
    case $? in 5 | 10 | 65) good ;; *) bad "$f: status $?" "$(cat "$work/all")" ;; esac
    nothing_forged "$f" "$work/all"
    for r in "$work/all" page/index.html report.json report.sarif report.md; do
        [ ! -e "$r" ] || ! grep -qaF "$(head -n1 /etc/passwd)" "$r" || bad "$f: /etc/passwd is shown in $r"
    done
    rm -rf page report.*
done
for f in g1_write g2_echo; do expect 5 'VERDICT: UNKNOWN' check "$here/files/$f.smt2"; done
absent /tmp/cinch-hostile-test/g1_by_solver 'a certificate'
