// expect: TRUE --property valid-deref
// expect: TRUE --property null
// No object of external code has a member at null: n is not the 8 bytes before it.
struct node { int v; struct node *next; };
struct node *get(void);
int main(void) { struct node *n = get(); return n && n->next; }
