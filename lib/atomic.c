/* What compilers call for atomic operations that the machine has no instruction for: one thread, so
 * loads and stores. Those of any size that only copy are copies before they come here
 * (frontend/builtin.h). */
typedef __SIZE_TYPE__ size;
typedef unsigned char byte;

#define NAMED(name) __asm__(#name)

_Bool __cinch_compare_exchange(size n, void *at, void *expected, const void *wanted, int success,
                               int failure) NAMED(__atomic_compare_exchange);
_Bool __cinch_compare_exchange(size n, void *at, void *expected, const void *wanted, int success,
                               int failure) {
    byte *to = at, *other = expected;
    _Bool same = 1;
    (void)success, (void)failure;
    for (size i = 0; i < n; i++)
        if (to[i] != other[i]) same = 0;
    for (size i = 0; i < n; i++) {
        if (same) to[i] = ((const byte *)wanted)[i];
        else other[i] = to[i];
    }
    return same;
}

#define UPDATE(name, bytes, type, result)                                                          \
    type __cinch_##name##_##bytes(volatile void *at, type v, int order)                            \
        NAMED(__atomic_##name##_##bytes);                                                          \
    type __cinch_##name##_##bytes(volatile void *at, type v, int order) {                          \
        type old = *(type *)at;                                                                    \
        (void)order;                                                                               \
        *(type *)at = (type)(result);                                                              \
        return old;                                                                                \
    }

#define SIZED(bytes, type)                                                                         \
    type __cinch_load_##bytes(const volatile void *at, int order) NAMED(__atomic_load_##bytes);    \
    type __cinch_load_##bytes(const volatile void *at, int order) {                                \
        (void)order;                                                                               \
        return *(const type *)at;                                                                  \
    }                                                                                              \
    void __cinch_store_##bytes(volatile void *at, type v, int order)                               \
        NAMED(__atomic_store_##bytes);                                                             \
    void __cinch_store_##bytes(volatile void *at, type v, int order) {                             \
        (void)order;                                                                               \
        *(type *)at = v;                                                                           \
    }                                                                                              \
    _Bool __cinch_compare_exchange_##bytes(volatile void *at, void *expected, type wanted,         \
                                           int success, int failure)                               \
        NAMED(__atomic_compare_exchange_##bytes);                                                  \
    _Bool __cinch_compare_exchange_##bytes(volatile void *at, void *expected, type wanted,         \
                                           int success, int failure) {                             \
        type old = *(type *)at;                                                                    \
        (void)success, (void)failure;                                                              \
        _Bool same = old == *(type *)expected;                                                     \
        if (same) *(type *)at = wanted;                                                            \
        else *(type *)expected = old;                                                              \
        return same;                                                                               \
    }                                                                                              \
    UPDATE(exchange, bytes, type, v)                                                               \
    UPDATE(fetch_add, bytes, type, old + v)                                                        \
    UPDATE(fetch_sub, bytes, type, old - v)                                                        \
    UPDATE(fetch_and, bytes, type, old &v)                                                         \
    UPDATE(fetch_or, bytes, type, old | v)                                                         \
    UPDATE(fetch_xor, bytes, type, old ^ v)                                                        \
    UPDATE(fetch_nand, bytes, type, ~(old & v))

SIZED(1, __UINT8_TYPE__)
SIZED(2, __UINT16_TYPE__)
SIZED(4, __UINT32_TYPE__)
SIZED(8, __UINT64_TYPE__)
#ifdef __SIZEOF_INT128__
SIZED(16, unsigned __int128)
#endif
