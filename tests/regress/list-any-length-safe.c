// expect: TRUE --data-model ILP32
// expect: TRUE --data-model LP64 --heap-unbounded --engine heap
/* A ring of any length: no model with a fixed number of objects proves it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
struct node { struct node *next; int data; };
int main(void) {
    struct node *head = malloc(sizeof *head), *x;
    head->next = head;
    head->data = 1;
    while (__VERIFIER_nondet_int()) {
        x = malloc(sizeof *x);
        x->next = head->next;
        x->data = 0;
        head->next = x;
    }
    for (x = head->next; x != head; x = x->next)
        if (x->data != 0) reach_error();
    if (x->data != 1) reach_error();
    return 0;
}
