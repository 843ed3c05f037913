// expect: FALSE(null) --engine bmc --property memory
// expect: FALSE(valid-deref) --engine bmc --property valid-deref
/* A call through a pointer that is always null breaks one property, not two at once. */
struct operations {
    int (*get)(int);
    int (*put)(int);
};
static int get(int x) { return x; }
static struct operations all = {get, 0};

int main(void) {
    int a = all.get(3);
    return all.put(a);
}
