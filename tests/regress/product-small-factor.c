// expect: TRUE --property assert,bounds
/* A table of items of one or two bytes, of any number: the last item is inside, the product of
 * 32 bits does not wrap. The factor is small in every run, and nothing but an assumption says so. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned item = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint(), size, last;
    unsigned index = __VERIFIER_nondet_uint(), other;
    __VERIFIER_assume(item && item <= 2);
    if (__builtin_mul_overflow(item, length, &size)) return 0;
    if (index >= length) return 0;
    assert(!__builtin_mul_overflow(index, item, &last));
    assert(last + item <= size && last < size);
    other = (length - 1) * item;
    assert(other >= last && other + item == size);
    return 0;
}
