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
