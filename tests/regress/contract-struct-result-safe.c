// expect: TRUE --function ordered
// expect: TRUE --function gap
struct pair { int low, high; };
/*@ assigns \nothing;
    ensures \result.low <= \result.high;
    ensures \result.low == a || \result.low == b; */
struct pair ordered(int a, int b) {
    struct pair p = {a < b ? a : b, a < b ? b : a};
    return p;
}

/*@ assigns \nothing;
    ensures \result == 0 || \result == 1; */
int gap(int a, int b) {
    struct pair p = ordered(a, b);
    return p.low < p.high;
}
