// expect: TRUE --property valid-deref
// expect: TRUE --property null
// A pointer that another file defines, before and after its code runs.
extern int *elsewhere;
void run(void);
int main(void) {
    int sum = elsewhere ? *elsewhere : 0;
    run();
    if (elsewhere) sum ^= *elsewhere;
    return sum;
}
