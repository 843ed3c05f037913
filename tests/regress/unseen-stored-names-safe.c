// expect: TRUE --property valid-deref
// expect: TRUE --property valid-deref --data-model ILP32
// Few pointers of another file, and a record that nobody writes.
extern char *names[10];
extern const struct operations { int (*run)(int); int *data; } all;
int main(void) {
    int n = all.data ? *all.data : 0;
    for (int i = 0; i < 10; i++)
        if (names[i]) n ^= *names[i];
    return n;
}
