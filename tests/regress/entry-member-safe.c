// expect: TRUE --property valid-deref --entry third
struct node { int v; struct node *next; };
struct node *third(struct node *n) { return n ? n->next : n; }
