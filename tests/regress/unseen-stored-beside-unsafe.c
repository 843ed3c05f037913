// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(null) --property null
// Numbers beside the pointer are any number.
struct pair { long n; int *data; };
void fill(struct pair *);
int main(void) {
    struct pair x = {0, 0};
    fill(&x);
    if (x.n == 50) *(char *)0 = 1;
    return x.data ? *x.data : 0;
}
