// expect: FALSE(uninitialized) --property uninitialized -- -DUNION
// expect: FALSE(uninitialized) --property uninitialized -- -DNAME
// expect: FALSE(uninitialized) --property uninitialized -- -DARGUMENT
// expect: FALSE(uninitialized) --property uninitialized -- -DMEMBER
// expect: FALSE(uninitialized) --property uninitialized -- -DCOMPLEX
// expect: FALSE(uninitialized) --property uninitialized -- -DCAST
// expect: FALSE(uninitialized) --property uninitialized --data-model ILP32 -- -DUNION
// expect: TRUE --property uninitialized
// expect: TRUE --property uninitialized --data-model ILP32
// A structure may be passed and returned before it is written; a member of one, a complex number, and
// what the program calls like a part that clang makes, may not.
extern int __VERIFIER_nondet_int(void);
union one {
    int i;
    char c[4];
};
union two {
    char c[3];
    short s;
};
struct pair {
    short a, coerce;
};
struct single {
    int a;
};
struct two_ints {
    int a, b;
};
int first(struct two_ints x) { return x.a; }
int number(int x) { return x; }
union one same_one(union one x) { return x; }
union two same_two(union two x) { return x; }
struct pair same_pair(struct pair x) { return x; }
struct single same_single(struct single x) { return x; }

int main(void) {
    int some = __VERIFIER_nondet_int();
    union one one;
    union two two;
    struct pair pair;
    struct single single;
    int coerce;
    _Complex float complex;
    if (some) one.c[3] = 0;
    if (some) coerce = 1;
    if (some) pair.coerce = 1;
    if (some) single.a = 1;
    if (some) complex = 1;
    one = same_one(one);
    two = same_two(two);
    pair = same_pair(pair);
    single = same_single(single);
    struct two_ints many[2], *element = &many[some != 0];
    element->a = 1;
    if (first(*element) != 1) return 2;
#ifdef UNION
    union one member;
    if (some) member.c[3] = 0;
    return member.i;
#elif defined NAME
    return coerce;
#elif defined ARGUMENT
    return number(coerce);
#elif defined MEMBER
    struct pair other;
    if (some) other.coerce = 1;
    return number(other.coerce);
#elif defined COMPLEX
    return number(__real__ complex);
#elif defined CAST
    struct single other;
    if (some) other.a = 1;
    return number(*(int *)&other);
#endif
    return some && coerce && __real__ complex > 0;
}
