// expect: UNKNOWN(memory that is not the program's) --property valid-deref --entry f
// The member is read twice, and a test has one value for it.
struct o { int (*op)(int); int x; };
int f(struct o *o) { return o && o->op ? o->op(o->x) : 0; }
