// expect: TRUE --property termination
// A list of any length: each node points to one that was made before.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = 0;
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->value = i;
        x->next = head;
        head = x;
    }
    for (struct node *x = head; x; x = x->next) sum ^= x->value;
    return sum;
}
