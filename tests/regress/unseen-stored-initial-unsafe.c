// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(valid-deref) --property valid-deref --data-model ILP32
// Unseen code may leave the number that the variable starts with.
int *at = (int *)40;
void run(void);
int main(void) {
    run();
    return at ? *at : 0;
}
