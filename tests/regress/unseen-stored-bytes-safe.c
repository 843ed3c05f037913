// expect: TRUE --property valid-deref
// expect: FALSE(valid-deref) --property valid-deref -- -DUNCHECKED
// A character that is written through the pointer may be one of its bytes: it is held in parts.
struct buffer { char *data; unsigned length; };
int grow(struct buffer *);
int main(void) {
    struct buffer b = {0, 0};
    if (grow(&b)) return 1;
#ifndef UNCHECKED
    if (b.data)
#endif
        *b.data = 0;
    return 0;
}
