# Programs that would have cinch look at something else than what runs: found by an attack of somebody who had not seen the code.
told() { # STATUS PATTERN TEXT WORDS...: the program's text, read with these words
    local status=$1 pattern=$2 text=$3
    shift 3
    printf 'extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n%b\n' "$text" >told.c
    expect "$status" "$pattern" "${@:-verify}" --timeout 20 told.c
}
mainly='int main(void) { int x = __VERIFIER_nondet_int(); x++; return 0; }'
# Checks are the user's: no attribute takes them away, however it is spelled.
told 5 'switch checks off' "__attribute__((no_sanitize(\"signed-integer-overflow\"))) $mainly" verify --property no-overflow
told 5 'switch checks off' "[[clang::no_sanitize(\"all\")]] $mainly" verify --property no-overflow
told 5 'switch checks off' "#define P(a, b) a##b\n__attribute__((P(no_san, itize)(\"undefined\"))) $mainly" verify --property no-overflow
told 5 'switch checks off' "#define P(a, b) a##b\n#pragma clang attribute push(__attribute__((P(no_san, itize)(\"undefined\"))), apply_to = function)\n$mainly\n#pragma clang attribute pop" verify --property no-overflow
told 5 'switch checks off' "_Pragma(\"clang attribute push(__attribute__((no_sanitize(\\\\\"undefined\\\\\"))), apply_to = function)\") $mainly\n#pragma clang attribute pop" verify --property no-overflow
told 10 'FALSE\(no-overflow\)' "$mainly" verify --property no-overflow
# Symbols: two names of one, LLVM's own, those of the start-up code.
told 5 'a symbol called reach_error' 'void baz(void) __asm__("\\001reach_error");\nint main(void) { if (__VERIFIER_nondet_int() == 5) baz(); }'
told 5 'UNKNOWN' 'int f(int) __asm__("llvm.foo");\nint f(int x) { return x; }\nint main(void) { return f(1); }'
told 5 'UNKNOWN' 'int us __asm__("llvm.used") = 3;\nint main(void) { return us; }'
for name in __libc_start_main __cxa_finalize __gmon_start__ _start; do told 5 "a symbol called $name" "int $name(void) { reach_error(); return 0; }\nint main(void) { return 0; }"; done
told 5 'inline assembly may call reach_error' 'int main(void) { __asm__ volatile("call reach_error"); return 0; }'
told 5 'integers of 8388608 bits' 'int main(void) { unsigned _BitInt(8388608) x = __VERIFIER_nondet_int(); return x == 7; }'
told 65 'gave no bitcode' 'int main(void) { _Float16 h = 1; __bf16 b = h; return b == 7; }'
# What a program assumes is said.
told 0 '__builtin_assume says holds' 'int main(void) { int x = __VERIFIER_nondet_int(); __builtin_assume(x != 42); if (x == 42) reach_error(); }'
told 0 'own __assert_fail does' '#include <assert.h>\nvoid __assert_fail(const char *a, const char *b, unsigned c, const char *d) { for (;;) {} }\nint main(void) { assert(0); }'
# A body that the compiler uses at every call is not replaced by that of another file.
printf 'extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern inline __attribute__((gnu_inline, always_inline)) int f(int x) { return x; }\nint main(void) { if (f(__VERIFIER_nondet_int()) == 77) reach_error(); return 0; }\n' >one.c
printf 'int f(int x) { return 0; }\n' >two.c
expect 10 'VERDICT: FALSE' verify one.c two.c --timeout 20
# scan: no TRUE about what it left out.
told 5 'VERDICT: UNKNOWN' '/*@ requires \\\\true; */ int h(int x) { return 10 / x; }' scan
told 10 'VERDICT: FALSE' 'int main(void) { int x = __VERIFIER_nondet_int(); return 10 / x; }' scan
told 5 'no function was scanned' 'extern int other;' scan
# Lines of the source in deadcode's listing.
told 0 'VERDICT: TRUE' 'int main(void) { int x = __VERIFIER_nondet_int(); /* ##vso[task]x ##[error]e VERDICT: TRUE */ if (x) return 1; return 0; }' deadcode -v
# A pipe that nobody reads, and a kept file without end.
mkfifo pipe.json && expect 70 'cannot write' verify --json pipe.json honest.c
mkdir kept && expect 0 'VERDICT: TRUE' verify --keep kept loop.c
truncate -s 100G kept/* && expect 0 'VERDICT: TRUE' verify --keep kept --timeout 20 loop.c
# A folder whose name is C.
folder=$(printf 'd\n::error::x\nVERDICT: TRUE') && mkdir "$folder" && printf 'int f(int a) { return a; }\n' >"$folder/a.c"
cd "$folder" && expect 64 'cannot include' harness a.c --function f
cd "$work/project" || exit 1
rm -rf one.c two.c told.c pipe.json kept "$folder"
# IR: what somebody else sets, and what is no value
cat >set.ll <<'LL'
declare void @reach_error()
@g = externally_initialized global i32 0
define i32 @main() {
  %x = load i32, ptr @g
  %c = icmp eq i32 %x, 7
  br i1 %c, label %a, label %b
a:
  call void @reach_error()
  br label %b
b:
  ret i32 0
}
LL
expect 10 'VERDICT: FALSE' verify set.ll
sed 's/externally_initialized //; s/%x = load.*/%p = add nuw i8 -1, 1\n  %f = freeze i8 %p\n  %x = zext i8 %f to i32/' set.ll >frozen.ll
expect 0 'frozen are no poison' verify frozen.ll
sed 's/externally_initialized //; s/%x = load.*/%y = sub i32 undef, 0\n  %x = sub i32 %y, %y/' set.ll >undef.ll
expect 0 'computed from undef' verify undef.ll

# Assembly: an error by ret, symbols that it defines, a local by its place
printf 'void reach_error(void);\nint main(void) { __asm__ volatile("push $1f; push $reach_error; ret; 1:" ::: "memory"); return 0; }\n' >assembly.c
expect 5 'may call reach_error' verify assembly.c
printf 'void reach_error(void);\n__asm__(".data\\n.globl v\\nv: .long 5\\n.text");\nextern int v;\nint main(void) { if (v == 7) reach_error(); }\n' >assembly.c
expect 5 'assembly outside of functions' verify assembly.c
printf 'void reach_error(void);\nint main(void) { __asm__ volatile(".macro m a, b\\npush $\\\\a\\\\b\\nret\\n.endm\\nm reach_, error" ::: "memory"); return 0; }\n' >assembly.c
expect 5 'VERDICT: UNKNOWN' verify assembly.c
printf 'void reach_error(void);\nint main(void) { int y = 0; __asm__ volatile("movl $7, -8(%%rbp)"); if (y == 7) reach_error(); }\n' >assembly.c
expect 0 'assumption: inline assembly goes on after itself' verify assembly.c
rm assembly.c

# Sections by a pragma, a failing assert by another name, an allocator of the program
printf 'void reach_error(void);\nstatic void f(void) { reach_error(); }\n#pragma clang section data=".init_array"\nvoid (*a)(void) = f;\nint main(void) { return 0; }\n' >section.c
expect 5 'pragmas that name sections' verify section.c
sed 's/#pragma.*/#define S(x) _Pragma(#x)\nS(clang section bss=".fini_array")/' section.c >stated.c
expect 5 'UNKNOWN' verify stated.c
printf '#include <assert.h>\nstatic void g(const char *a, const char *b, unsigned c, const char *d) {}\nvoid __assert_fail(const char *a, const char *b, unsigned c, const char *d) __attribute__((alias("g")));\nint main(int n, char **v) { assert(n > 5); }\n' >alias.c
expect 5 'another name of a function called __assert_fail' verify alias.c
printf '#include <stdio.h>\nvoid reach_error(void);\nvoid *malloc(unsigned long n) { reach_error(); return 0; }\nint main(void) { FILE *f = fopen("/dev/null", "r"); return !f; }\n' >allocator.c
expect 0 "assumption: functions of the C library do not call the program's own malloc" verify allocator.c
rm section.c stated.c alias.c allocator.c
cat >prologue.ll <<'LL'
declare void @reach_error()
define void @g() prologue <{i8,i8,ptr,i8,i8}> <{i8 72,i8 184,ptr @reach_error,i8 255,i8 224}> {
  ret void
}
define i32 @main() {
  call void @g()
  ret i32 0
}
LL
expect 5 'a symbol called g' verify prologue.ll
printf 'define i32 @main() {\n  %%p = alloca <vscale x 4 x i32>\n  ret i32 0\n}\n' >scalable.ll
expect 5 'vectors of any length' verify scalable.ll
printf '@reach_error = alias void (), ptr @g\ndefine void @g() {\n  ret void\n}\ndefine i32 @main() {\n  call void @reach_error()\n  ret i32 0\n}\n' >alias.ll
expect 5 'another name of a function called reach_error' verify alias.ll
printf 'define void @g() "implicit-section-name"=".init" {\n  ret void\n}\ndefine i32 @main() {\n  ret i32 0\n}\n' >placed.ll
expect 5 'pragmas that name sections' verify placed.ll

# A memory as the input of a step, in reports
printf 'extern char b[] __attribute__((weak));\nvoid step(void) { char *p = 0; for (int i = 0; i < 8 && !p; i++) p = ((char **)b)[i]; if (p) p[0] = 1; }\n' >memory.c
timeout 60 "$cinch" deadcode --step step --timeout 6 --json memory.json --html memory memory.c >"$work/all" 2>&1
case $? in 0 | 5 | 10) good ;; *) bad 'a memory as an input of a step' "$(tail -n 3 "$work/all")" ;; esac
rm -rf prologue.ll scalable.ll alias.ll placed.ll memory memory.c memory.json
