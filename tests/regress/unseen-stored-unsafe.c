// expect: FALSE(valid-deref) --property valid-deref
// The member of null that is kept, and followed later.
struct node { int v; struct node *next; };
struct node *get(void);
int main(void) {
    struct node *n = get();
    struct node **q = &n->next;
    return *q != 0;
}
