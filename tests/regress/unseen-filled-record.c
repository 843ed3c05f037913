// expect: FALSE(unreach-call)
extern void reach_error(void);
struct view { long *data; int n; };
extern void open_view(struct view *);
long total = 5;
int main(void) {
    struct view v;
    open_view(&v);
    total = 5;
    v.data[0] = 6;
    if (total != 5) reach_error();
    return 0;
}
