// expect: TRUE
extern void reach_error(void);
struct point { int x, y; char tag; };
static struct point mirror(struct point p) {
    struct point q = {p.y, p.x, p.tag};
    return q;
}
int main(void) {
    struct point p = {3, 4, 'a'}, q = mirror(p);
    if (q.x != 4 || q.y != 3 || q.tag != 'a') reach_error();
}
