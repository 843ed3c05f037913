// expect: TRUE --property valid-deref
// expect: TRUE --property null
// A list that external code builds.
struct node { int v; struct node *next; };
struct node *head;
void build(void);
int main(void) {
    int sum = 0;
    build();
    for (struct node *n = head; n; n = n->next) sum ^= n->v;
    return sum;
}
