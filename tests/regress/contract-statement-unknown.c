// expect: UNKNOWN(unsupported: tests/regress/contract-statement-unknown.c:6: a contract of a statement (in a contract), tests/regress/contract-statement-unknown.c:6) --function count
/*@ assigns \nothing;
    ensures \result == 3; */
int count(void) {
    int i = 0;
    /*@ ensures i == 3; */
    while (i < 3) i++;
    return i;
}
