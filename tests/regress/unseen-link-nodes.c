// expect: FALSE(unreach-call)
/* A function that is not seen may store one pointer that it gets where another one points. */
extern void reach_error(void);
struct node { struct node *next; int value; };
void join(struct node *first, struct node *second);
int main(void) {
    struct node a = {0, 3}, b = {0, 4};
    join(&a, &b);
    b.value = 4;
    if (a.next) a.next->value = 9;
    if (b.value != 4) reach_error();
    return 0;
}
