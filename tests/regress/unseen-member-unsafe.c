// expect: FALSE(valid-deref) --property valid-deref
struct node { int v; struct node *next; };
struct node *get(void);
int main(void) { struct node *n = get(); return n->next != 0; }
