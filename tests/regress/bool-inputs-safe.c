// expect: TRUE
// An input of type _Bool is 0 or 1: a result, a global, a member, and what a function writes.
#include <assert.h>
#include <stdbool.h>
struct s { bool a; int x; };
extern bool result(void);
extern bool global;
extern struct s record;
void fill(struct s *);
int main(void) {
    int v = result(), w = global, m = record.a;
    struct s local;
    fill(&local);
    assert(v >= 0 && v < 2 && w >= 0 && w < 2 && m >= 0 && m < 2);
    assert((int)local.a >= 0 && (int)local.a < 2);
}
