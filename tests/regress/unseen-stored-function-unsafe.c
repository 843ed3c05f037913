// expect: FALSE(valid-deref) --property valid-deref
// expect: TRUE --property valid-deref -- -DFIXED
// Functions that external code stores may be null.
struct operations { int (*run)(void); };
void init(struct operations *);
int main(void) {
    struct operations o = {0};
    init(&o);
#ifdef FIXED
    if (!o.run) return 0;
#endif
    return o.run();
}
