// expect: TRUE --property valid-deref
// expect: TRUE --property valid-deref -- -DRETURNED
// The end of a list is an object of the program; no node lies across its end.
struct link { struct link *next, *previous; int v; } head;
void build(void);
struct link *first(void);
int main(void) {
    int sum = 0;
    head.next = &head;
#ifdef RETURNED
    struct link *p = first();
#else
    build();
    struct link *p = head.next;
#endif
    for (; p && p != &head; p = p->next) sum ^= p->v;
    return sum;
}
