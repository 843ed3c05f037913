// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A pointer that nothing was written into, as harnesses of drivers have them, may point to any
 * memory. */
extern void reach_error(void);
struct ops {
    int id;
    void (*open)(int);
    void (*close)(int);
};
struct dev {
    struct ops *ops;
    int n;
    void *priv;
};

int main(void) {
    struct dev *grp;
    if (grp->n == 7 && grp->ops->open) {
        grp->ops->open(1);
        if (grp->n != 7) reach_error();
    }
    return 0;
}
