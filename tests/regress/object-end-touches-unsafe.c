// expect: FALSE(unreach-call)
// The end of one object may be the start of the next, also where a loop walked there.
void reach_error(void) {}
int a[2], b[2];

int main(void) {
    int *p = a, *q = b;
    for (int i = 0; i < 2; i++) p++, q++;
    if (p == b || q == a) reach_error();
}
