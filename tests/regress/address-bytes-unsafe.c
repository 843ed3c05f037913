// expect: FALSE(unreach-call) --data-model LP64
// The bytes of a pointer say where it points.
extern void reach_error(void);
int object;

int main(void) {
    int *p = &object, set = 0;
    const unsigned char *byte = (const unsigned char *)&p;
    for (unsigned i = 0; i < sizeof p; i++) set += byte[i] != 0;
    if (set > 2) reach_error();
}
