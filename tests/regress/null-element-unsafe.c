// expect: FALSE(null) --property bounds,null
// An element of null is no place.
struct list { int *items; int n; };

int main(void) {
    struct list empty = {0};
    return empty.items[1];
}
