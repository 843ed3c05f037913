// expect: FALSE(ensures) --function clamp
/*@ requires low <= high;
    assigns \nothing;
    ensures low <= \result <= high; */
int clamp(int x, int low, int high) {
    if (x < low) return low;
    return x > high ? high + 1 : x;
}
