// expect: UNKNOWN(no proof by guesses about nodes) --data-model ILP32 --heap-unbounded --engine heap
// expect: FALSE(unreach-call) --data-model ILP32
/* Only one input in 2^32 makes a node with other data: runs with random inputs do not show it, so the guesses say that there is none. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned int);
struct node { struct node *next; int data; };
int main(void) {
    struct node *head = malloc(sizeof *head), *x;
    int kind;
    head->next = head;
    head->data = 1;
    while ((kind = __VERIFIER_nondet_int()) != 0) {
        x = malloc(sizeof *x);
        x->next = head->next;
        x->data = kind == 91827364 ? 2 : 0;
        head->next = x;
    }
    for (x = head->next; x != head; x = x->next)
        if (x->data != 0) reach_error();
    return 0;
}
