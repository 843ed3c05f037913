// expect: UNKNOWN(depends on addresses)
// Either order is possible, both at once are not: each comparison alone is any, so no verdict without a run that shows it.
void reach_error(void) {}
int a[4], b[4];

int main(void) {
    int *p = a, *q = b;
    if (!(p < q || q < p)) reach_error();
}
