// expect: FALSE(requires) --function twice
// expect: FALSE(requires) --function all
/*@ requires low <= high;
    assigns \nothing;
    ensures low <= \result <= high; */
int clamp(int x, int low, int high) {
    if (x < low) return low;
    return x > high ? high : x;
}

/*@ assigns \nothing;
    ensures -100 <= \result <= 0; */
int twice(int x) { return clamp(x, 0, -100); }
