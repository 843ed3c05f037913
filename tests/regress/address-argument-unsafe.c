// expect: FALSE(unreach-call) --data-model ILP32
// A structure that is passed by value is aligned as the stack is: to four bytes.
extern void reach_error(void);
struct name { char letters[12]; };
static unsigned low(int first, struct name n) { return first + ((unsigned long)&n & 7); }
static unsigned low_alone(struct name n) { return (unsigned long)&n & 7; }
int main(void) {
    struct name n = {"abc"};
    if (low(0, n) || low_alone(n)) reach_error();
    return 0;
}
