#include "engine/ai/modular.h"

#include "base/fail.h"
#include "term/range.h"

static uint32_t power_of(uint64_t a) { return (uint32_t)__builtin_ctzll(a); } /* a is not 0 */

void modular_init(modular *m, uint32_t columns, uint32_t width) {
    assert_debug(width >= 1 && width <= 64);
    assert_debug(columns);
    *m = (modular){
        .columns = columns, .width = width, .mask = width >= 64 ? ~0ull : (1ull << width) - 1};
    vec_resize(&m->pivot_of, columns);
}

void modular_release(modular *m) {
    vec_release(&m->rows);
    vec_release(&m->pivot_of);
}

void modular_copy(modular *to, const modular *from) {
    to->columns = from->columns;
    to->width = from->width;
    to->mask = from->mask;
    vec_clear(&to->rows);
    vec_append(&to->rows, from->rows.data, from->rows.size);
    vec_clear(&to->pivot_of);
    vec_append(&to->pivot_of, from->pivot_of.data, from->pivot_of.size);
}

uint32_t modular_rows(const modular *m) { return m->rows.size / m->columns; }
const uint64_t *modular_row(const modular *m, uint32_t i) {
    assert_debug(i < modular_rows(m));
    return m->rows.data + (size_t)i * m->columns;
}

static void subtract(const modular *m, uint64_t *from, const uint64_t *row, uint64_t times,
                     uint32_t first) {
    for (uint32_t c = first; c < m->columns; c++) from[c] = (from[c] - times * row[c]) & m->mask;
}

static void scale(const modular *m, uint64_t *row, uint64_t by, uint32_t first) {
    for (uint32_t c = first; c < m->columns; c++) row[c] = row[c] * by & m->mask;
}

/* Make the first entry a power of two. */
static void normalize(const modular *m, uint64_t *row, uint32_t first) {
    scale(m, row, bv_inverse(row[first] >> power_of(row[first])), first);
}

static void put_row(modular *m, const uint64_t *row, uint32_t first) {
    vec_append(&m->rows, row, m->columns);
    m->pivot_of.data[first] = modular_rows(m);
}

typedef vec(uint64_t *) row_list;

static void push_multiple(const modular *m, const uint64_t *row, uint32_t first, row_list *todo) {
    uint32_t k = power_of(row[first]);
    if (!k) return;
    uint64_t *copy = mem_alloc(m->columns * sizeof *copy);
    memcpy(copy, row, m->columns * sizeof *copy);
    scale(m, copy, 1ull << (m->width - k), 0);
    vec_push(todo, copy);
}

/* Reduce the row by those that are there; where it begins lower than one of them it takes its
 * place, and the other goes on. True if the module changed. */
static bool insert(modular *m, uint64_t *row, row_list *todo) {
    bool changed = false;
    for (uint32_t c = 0; c < m->columns; c++) {
        if (!row[c]) continue;
        if (!m->pivot_of.data[c]) {
            normalize(m, row, c);
            put_row(m, row, c);
            push_multiple(m, row, c, todo);
            return true;
        }
        uint64_t *there = m->rows.data + (size_t)(m->pivot_of.data[c] - 1) * m->columns;
        if (power_of(row[c]) < power_of(there[c])) {
            normalize(m, row, c);
            for (uint32_t i = 0; i < m->columns; i++) {
                uint64_t swap = there[i];
                there[i] = row[i];
                row[i] = swap;
            }
            push_multiple(m, there, c, todo);
            changed = true;
        }
        subtract(m, row, there, row[c] >> power_of(there[c]), c);
    }
    return changed;
}

bool modular_add(modular *m, const uint64_t *row) {
    row_list todo = {0};
    uint64_t *first = mem_alloc(m->columns * sizeof *first);
    bool changed = false;
    for (uint32_t c = 0; c < m->columns; c++) first[c] = row[c] & m->mask;
    vec_push(&todo, first);
    while (todo.size) {
        uint64_t *next = vec_pop(&todo);
        changed |= insert(m, next, &todo);
        mem_free(next);
    }
    vec_release(&todo);
    return changed;
}

bool modular_join(modular *m, const modular *other) {
    assert_debug(m->columns == other->columns && m->width == other->width);
    bool changed = false;
    for (uint32_t i = 0; i < modular_rows(other); i++)
        changed |= modular_add(m, modular_row(other, i));
    return changed;
}

static void add_unit(modular *m, uint32_t j) {
    uint64_t *row = mem_zero(m->columns * sizeof *row);
    row[j] = 1;
    modular_add(m, row);
    mem_free(row);
}

void modular_full(modular *m, uint32_t columns, uint32_t width) {
    modular_init(m, columns, width);
    for (uint32_t j = 0; j < columns; j++) add_unit(m, j);
}

static uint64_t product(const modular *m, const uint64_t *a, const uint64_t *b) {
    uint64_t sum = 0;
    for (uint32_t c = 0; c < m->columns; c++) sum += a[c] * b[c];
    return sum & m->mask;
}

/* Rebuild from rows that are no longer in echelon form. */
static void rebuild(modular *m, u64_vec *rows) {
    u64_vec old = *rows;
    uint32_t n = old.size / m->columns;
    vec_clear(&m->rows);
    for (uint32_t c = 0; c < m->columns; c++) m->pivot_of.data[c] = 0;
    for (uint32_t i = 0; i < n; i++) modular_add(m, old.data + (size_t)i * m->columns);
    vec_release(&old);
}

/* A combination c1 g1 + ... of the rows is kept iff c1 d1 + ... = 0 for the products di = a . gi.
 * With the row g of the least power of two in its product d: the others minus their multiple of g
 * have product 0; and of g itself the multiples that make d vanish are left. */
void modular_restrict(modular *m, const uint64_t *a) {
    assert_debug(m->columns);
    uint32_t n = modular_rows(m), best = n;
    u64_vec d = {0}, rows = {0};
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&d, product(m, a, modular_row(m, i)));
        if (d.data[i] && (best == n || power_of(d.data[i]) < power_of(d.data[best]))) best = i;
    }
    if (best < n) {
        vec_append(&rows, m->rows.data, m->rows.size);
        uint64_t *g = rows.data + (size_t)best * m->columns;
        uint32_t k = power_of(d.data[best]);
        uint64_t unit = bv_inverse(d.data[best] >> k);
        for (uint32_t i = 0; i < n; i++)
            if (i != best)
                subtract(m, rows.data + (size_t)i * m->columns, g, (d.data[i] >> k) * unit, 0);
        scale(m, g, k ? 1ull << (m->width - k) : 0, 0);
        rebuild(m, &rows);
    }
    vec_release(&d);
}

void modular_assign(modular *m, uint32_t j, const uint64_t *a) {
    assert_debug(j < m->columns);
    u64_vec rows = {0};
    vec_append(&rows, m->rows.data, m->rows.size);
    for (uint32_t i = 0, n = modular_rows(m); i < n; i++) {
        uint64_t *row = rows.data + (size_t)i * m->columns;
        row[j] = product(m, a, row);
    }
    rebuild(m, &rows);
}

void modular_forget(modular *m, uint32_t j) {
    assert_debug(j < m->columns);
    add_unit(m, j);
}

bool modular_has_point(const modular *m) {
    return m->pivot_of.data[0] && (modular_row(m, m->pivot_of.data[0] - 1)[0] & 1);
}

void modular_orthogonal(const modular *m, modular *out) {
    modular_full(out, m->columns, m->width);
    for (uint32_t i = 0; i < modular_rows(m); i++) modular_restrict(out, modular_row(m, i));
}
