/* A ring buffer with contracts in ACSL: cinch verify examples/contracts.c --function all
 * With -- -DBROKEN the body of put forgets the end of the array. */
#define SIZE 8

int slots[SIZE];
int first, count;

/*@ requires 0 <= i < 2 * SIZE;
    assigns \nothing;
    ensures 0 <= \result < SIZE;
    ensures \result == i || \result == i - SIZE; */
static int wrapped(int i) { return i < SIZE ? i : i - SIZE; }

/*@ requires 0 <= first < SIZE && 0 <= count <= SIZE;
    assigns slots[0 .. SIZE - 1], count;
    ensures 0 <= count <= SIZE;
    ensures \result == 0 ==> count == \old(count);
    ensures \result != 0 ==> count == \old(count) + 1; */
int put(int value) {
#ifdef BROKEN
    if (count > SIZE) return 0;
#else
    if (count == SIZE) return 0;
#endif
    slots[wrapped(first + count)] = value;
    count++;
    return 1;
}

/*@ requires 0 <= first < SIZE && 0 <= count <= SIZE;
    assigns count;
    ensures \result == \old(count);
    ensures count == 0; */
int drain(void) {
    int n = 0;
    /*@ loop invariant 0 <= count && n + count == \at(count, Pre); */
    while (count > 0) {
        count--;
        n++;
    }
    return n;
}
