// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(null) --property null
// Unseen code may return what is no address, to mark something.
void *get(void);
int main(void) { void *p = get(); if (p == (void *)1) { char *q = 0; *q = 1; } return 0; }
