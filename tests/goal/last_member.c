// expect: FALSE(dead-code) total=16 covered=14 unreachable=2 open=0 -- --step step --input in --input enable --criterion branch
/* An index past the last member of a record ends a run, natively as in the model: runs that do not
 * cover the rest. The counter needs a long run from a state that was reached before. */
struct table {
    int size;
    signed char step[4];
};
static struct table t = {4, {0, 1, 2, 3}};
unsigned char in;
int enable;
static unsigned count;

void step(void) {
    int by = t.step[in];
    if (!enable) count = 0;
    else if (by == 3) count++;
    if (count == 3000) t.size = 0;
    if (by > 3) t.size = 1;
}
