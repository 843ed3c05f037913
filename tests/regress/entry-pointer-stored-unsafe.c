// expect: FALSE(unreach-call) --entry test
// What is stored where a parameter points is read back.
extern void reach_error(void);
struct list {
    struct list *next;
    int value;
} global = {0, 1};

int test(struct list *l) {
    l->next = &global;
    l->next->value = 4;
    if (global.value != 1) reach_error();
    return 0;
}
