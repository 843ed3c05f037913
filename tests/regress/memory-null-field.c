// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A search gives null where nothing is found; a field of it is used. */
struct entry { int key, value; };
static struct entry table[2] = {{1, 10}, {2, 20}};
extern int __VERIFIER_nondet_int(void);
static struct entry *find(int key) {
    for (int i = 0; i < 2; i++)
        if (table[i].key == key) return &table[i];
    return 0;
}
int main(void) {
    struct entry *e = find(__VERIFIER_nondet_int());
#ifdef FIXED
    if (!e) return 1;
#endif
    return e->value;
}
