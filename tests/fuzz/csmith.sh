#!/usr/bin/env bash
# Random programs against their own execution: tests/fuzz/csmith.sh CINCH COUNT [FIRST-SEED] [KEEP-DIRECTORY]
#
# Csmith writes a program without undefined behaviour that prints a checksum of its globals; every second one uses
# floats. Compiled and run, it gives the checksum; in a copy the end is replaced by "if the checksum is
# that one, call reach_error", and our interpreter must get there, on the program as read and as reduced.
# SECONDS_LIMIT in the environment bounds the whole run. Failures are kept with their seed; run csmith with the options below to see one again.
set -u
cinch=$(realpath "$1") count=$2 first=${3:-1} keep=${4:-}
[ -z "$keep" ] || { mkdir -p "$keep"; keep=$(realpath "$keep"); }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
small="--no-volatiles --no-volatile-pointers --no-argc --max-funcs 4 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 5"

try() { # seed: prints a line "agree", "skip WHY" or "FAIL ..."
    local seed=$1 dir=$work/$1 float= sum out
    [ -z "${LIMIT:-}" ] || [ "$(date +%s)" -lt "$LIMIT" ] || { echo "skip out of time"; return; }
    mkdir -p "$dir"
    [ $((seed % 2)) -eq 0 ] && float=--float
    # shellcheck disable=SC2086
    (cd "$dir" && csmith --seed "$seed" $small $float >p.c 2>/dev/null) || { echo "skip csmith"; return; }
    clang-19 -w -O0 -ffp-contract=off -I/usr/include/csmith "$dir/p.c" -o "$dir/p" -lm 2>/dev/null || { echo "skip clang"; return; }
    sum=$(timeout 2 "$dir/p" | sed -n 's/^checksum = //p')
    [ -n "$sum" ] || { echo "skip endless"; return; }
    if [ -n "$float" ]; then # csmith's floats may be converted to integers that cannot hold them
        clang-19 -w -O0 -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all -I/usr/include/csmith "$dir/p.c" -o "$dir/u" -lm 2>/dev/null
        timeout 5 "$dir/u" >/dev/null 2>&1 || { echo "skip undefined behaviour"; return; }
    fi
    sed "s/platform_main_end(\(.*\), print_hash_value)/if ((unsigned)(\1) == 0x${sum}u) reach_error()/
         1i void reach_error(void);" "$dir/p.c" >"$dir/q.c"
    out=$(timeout 60 "$cinch" run "$dir/q.c" --reduced --timeout 50 -- -I/usr/include/csmith 2>&1)
    [ $? -ne 124 ] || { echo "skip out of time"; return; }
    if [ "$(grep -c '^RUN.*: error(unreach-call)' <<<"$out")" -eq 2 ]; then echo agree
    elif grep -q '^RUN.*: end' <<<"$out"; then
        echo "FAIL seed $seed: $(tr '\n' ' ' <<<"$out")"
        [ -z "$keep" ] || cp "$dir/q.c" "$keep/csmith-$seed.c"
    elif grep -q '^RUN.*: unknown\|^RUN.*: limit\|^RUN.*: steps' <<<"$out"; then
        echo "skip $(grep '^RUN' <<<"$out" | tail -n1 | sed 's/ after.*//')"
    else
        echo "FAIL seed $seed: $(tail -n3 <<<"$out" | tr '\n' ' ')"
        [ -z "$keep" ] || cp "$dir/q.c" "$keep/csmith-$seed.c"
    fi
    rm -rf "$dir"
}
export -f try
[ -z "${SECONDS_LIMIT:-}" ] || export LIMIT=$(($(date +%s) + SECONDS_LIMIT))
export cinch work small keep
seq "$first" $((first + count - 1)) | xargs -P "${JOBS:-2}" -I{} bash -c 'try {}' >"$work/results"
grep '^FAIL' "$work/results" | sort
grep '^skip' "$work/results" | sort | uniq -c | sort -rn
agree=$(grep -c '^agree' "$work/results")
failed=$(grep -c '^FAIL' "$work/results")
echo "csmith: $agree agree, $failed differ, $((count - agree - failed)) skipped (seeds $first to $((first + count - 1)))"
[ "$failed" -eq 0 ] && [ "$agree" -gt 0 ]
