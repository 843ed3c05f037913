# Certificates: only what we understand, as we print it, reaches a solver.
cat >loop.c <<'C'
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned i = 0, n = __VERIFIER_nondet_uint(); while (i < n) i++; if (i > n) reach_error(); }
C
expect 0 'VERDICT: TRUE' verify --certificate proof.smt2 loop.c
expect 0 'accepts' check proof.smt2

# altered NAME TEXT: the certificate with a command after its logic is refused, and no solver gets it
altered() {
    awk -v add="$2" '{print} /^\(set-logic/ {print add}' proof.smt2 >altered.smt2
    expect 5 'rejected: line [0-9]+:' check altered.smt2
    absent "$work/made" "$1"
}
altered channel "(set-option :regular-output-channel \"$work/made\")"
altered diagnostics "(set-option :diagnostic-output-channel \"$work/made\")"
altered echo '(echo "unsat")'
altered info-string '(get-info :name)'
altered include '(include "/etc/passwd")'
altered function '(declare-fun f (Int) Int)'
altered datatypes '(declare-datatypes ((T 0)) (((a))))'
altered logic '(set-logic QF_BV)'
altered attribute '(assert (! true :named a))'
altered string '(assert (= "a" "b"))'
altered backslash '(declare-fun |a\b| () Bool)'
altered control "(declare-fun |a$(printf '\033')[2J| () Bool)"
altered reset '(reset)'
altered push '(push 1000000000)'

# A query inside of a comment, a quoted symbol or an unread command is none.
sed 's/^(check-sat)$/(set-info :a |\n(check-sat)\n|)/' proof.smt2 >hidden.smt2
expect 5 'rejected: .*0 queries, [0-9]+ stated' check hidden.smt2
sed '0,/^(check-sat)$/s//(exit)\n(check-sat)/' proof.smt2 >ended.smt2
expect 5 'rejected: .* queries, [0-9]+ stated' check ended.smt2
sed 's/^(check-sat)$/; &/' proof.smt2 >commented.smt2
expect 5 'rejected: .* queries, [0-9]+ stated' check commented.smt2
printf '; cinch certificate 1\n%s' "$(printf '(%.0s' $(seq 20000))" >deep.smt2
expect 5 'rejected' check deep.smt2

# A certificate that no longer speaks about the program: only --program notices, and without it there is no verdict.
rejected='rejected: (its queries are not those of the program|what it states .*|it does not state .*)'
expect 0 'VERDICT: TRUE' check proof.smt2 --program loop.c
sed 's/^(define-fun edge@\([0-9]*\) () Bool .*/(define-fun edge@\1 () Bool false)/; s/^(declare-fun edge@\([0-9]*\) () Bool)/(define-fun edge@\1 () Bool false)/' proof.smt2 >never.smt2
cmp -s proof.smt2 never.smt2 && bad "no edge was made false" ""
expect 5 "$rejected" check never.smt2 --program loop.c
awk '/^; queries: / {print "; queries: " $3 - 1; next} /^\(check-sat\)$/ && !gone {gone = 1; next} {print}' proof.smt2 >fewer.smt2
expect 0 'the queries hold' check fewer.smt2
expect 5 "$rejected" check fewer.smt2 --program loop.c
sed 's/^(check-sat)$/(assert false)\n&/' proof.smt2 >false.smt2
expect 0 'the queries hold' check false.smt2
expect 5 "$rejected" check false.smt2 --program loop.c
grep -v '^;@' proof.smt2 >silent.smt2
expect 5 "$rejected" check silent.smt2 --program loop.c
