// expect: FALSE(valid-deref) --property valid-deref
// A number beside the pointer is any number, and a pointer before what is passed keeps no value.
struct pair { int *data; long n; };
void count(long *);
int main(void) {
    struct pair x;
    count(&x.n);
    return x.data ? *x.data : 0;
}
