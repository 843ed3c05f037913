// expect: UNKNOWN(depends on addresses)
// No compiler need lay two objects out so that each ends where the other starts, but one of the two comparisons may hold.
void reach_error(void) {}
int a[2], b[2];

int main(void) {
    int *p = a, *q = b;
    for (int i = 0; i < 2; i++) p++, q++;
    if (p == b && q == a) reach_error();
}
