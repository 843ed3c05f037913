# A small program that takes much: time and memory have an end in every command, and signals are heard.
printf 'char a[] = {1, 2, 3, [1u << 29] = 1};\nint main(void) { return a[0] - 1; }\n' >large.c
within() { # SECONDS KILOBYTES WORDS...: cinch ends by itself in so much time, and no process of it has more memory
    local seconds=$1 most=$2 begun=$SECONDS said
    shift 2
    said=$(python3 - "$most" timeout 100 "$cinch" "$@" 2>&1 <<'P'
import resource, subprocess, sys
status = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("status", status, "kilobytes", used, "fits" if used <= int(sys.argv[1]) else "too much")
P
    )
    grep -qE 'status (0|5|10|65) .* fits$' <<<"$said" && [ $((SECONDS - begun)) -le "$seconds" ] && good ||
        bad "cinch $* ($((SECONDS - begun)) s of $seconds)" "$(tail -n 4 <<<"$said")"
}
for command in verify deadcode bounds scan; do within 60 600000 $command large.c --memory 300 --timeout 10; done
rm large.c

# A formula that the compiler cannot read: the verdict has a reason.
printf 'double in;\nvoid step(void) {}\n' >step.c
{ printf 'a: ' && head -c 1000000 /dev/zero | tr '\0' '!' && echo 'in > 0'; } >deep.req
expect 5 'VERDICT: UNKNOWN\(.+\)' verify step.c --step step --input in --requirement deep.req --timeout 30
rm step.c deep.req

# A signal while a long program is read: a verdict with its reason, soon.
{ printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = 0;\n' && for ((i = 0; i < 100000; i++)); do echo "  x += __VERIFIER_nondet_int() > $i ? 1 : 2;"; done && printf '  return x;\n}\n'; } >long.c
begun=$SECONDS
said=$(timeout -s TERM 2 "$cinch" deadcode long.c 2>/dev/null | tail -n 1)
grep -qE '^VERDICT: (UNKNOWN\(.+\)|FALSE.*|TRUE)$' <<<"$said" && [ $((SECONDS - begun)) -le 40 ] && good || bad "SIGTERM to deadcode" "$said"
rm long.c

# The same while a model is proposed, and of commands that read much before they verify.
{ printf 'double in;\nint s;\n' && for ((i = 0; i < 8000; i++)); do echo "int f$i(int a) { struct { int a, b; } x = {a, $i}; if (a > $i) x.a = in > $i ? 3 : x.b; return x.a * 2 + x.b; }"; done && printf 'void step(void) { s = f1(s); }\n'; } >wide.c
stopped() { # WORDS...: SIGTERM after half a second, and the last line is a verdict
    local begun=$SECONDS said
    said=$(timeout -s TERM 0.5 "$cinch" "$@" 2>/dev/null | tail -n 1)
    grep -qE '^VERDICT: ' <<<"$said" && [ $((SECONDS - begun)) -le 20 ] && good || bad "SIGTERM to cinch $*" "$said"
}
stopped verify wide.c --step step --input in
stopped scan wide.c
stopped verify --infer wide.c
for command in scan 'verify --infer'; do
    begun=$SECONDS
    said=$(timeout 60 "$cinch" $command wide.c --timeout 3 2>/dev/null | tail -n 1)
    grep -qE '^(VERDICT|CONTRACTS): ' <<<"$said" && [ $((SECONDS - begun)) -le 15 ] && good || bad "cinch $command --timeout 3" "$said"
done
rm wide.c
