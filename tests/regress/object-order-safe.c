// expect: TRUE
// Either order is possible, but one of them holds.
void reach_error(void) {}
int a[4], b[4];

int main(void) {
    int *p = a, *q = b;
    if (!(p < q || q < p)) reach_error();
}
