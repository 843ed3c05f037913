// expect: TRUE --function clamp
// expect: TRUE --function twice
// expect: TRUE --function all
/*@ requires low <= high;
    assigns \nothing;
    ensures low <= \result <= high;
    ensures low <= x <= high ==> \result == x; */
static int clamp(int x, int low, int high) {
    if (x < low) return low;
    return x > high ? high : x;
}

/*@ assigns \nothing;
    ensures 0 <= \result <= 200; */
int twice(int x) { return 2 * clamp(x, 0, 100); }
