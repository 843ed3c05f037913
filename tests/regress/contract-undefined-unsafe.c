// expect: FALSE(ensures) --function unknown
// expect: FALSE(ensures) --function divided
// expect: FALSE(ensures) --function either
// expect: FALSE(ensures) --function above --data-model ILP32
// expect: TRUE --function guarded
// A clause without a value is not true: null is read, zero divides.
int g;
/*@ ensures \result == *a; */
int unknown(int *a) {
    if (!a) {
        g = 1;
        return 1;
    }
    return *a;
}
/*@ ensures x == 0 ==> 10 / x == 5; */
int divided(int x) { return x; }
/*@ ensures \result == 1 || *a == 5; */
int either(int *a) { return a == 0 ? 2 : 1; }
/*@ ensures \result > x; */
int above(int x) { return x == 7 ? 7 : x < 1000 ? x + 1 : x; }
/*@ ensures a == \null || \result == *a;
    ensures x != 0 && a != \null ==> 10 / x <= 10 || *a == 1; */
int guarded(int *a, int x) { return a ? *a : x; }
