// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(null) --property null
// expect: TRUE --property valid-deref -- -DFIXED
// It may leave what the program itself stored, which is no pointer.
struct view { int *data; };
void open_view(struct view *);
int main(void) {
    struct view v;
#ifdef FIXED
    v.data = 0;
#else
    v.data = (int *)40;
#endif
    open_view(&v);
    return v.data ? *v.data : 0;
}
