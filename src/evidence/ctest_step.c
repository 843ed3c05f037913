#include "evidence/ctest_step.h"

typedef struct {
    uint32_t round, name, bytes;
    uint64_t bits;
} step_reading;
typedef vec(step_reading) readings;

static bool read_in(const readings *all, uint32_t round, uint32_t name) {
    for (uint32_t i = 0; i < all->size; i++)
        if (all->data[i].name == name && (round == UINT32_MAX || all->data[i].round == round))
            return true;
    return false;
}

/* A round begins where the first input of the harness is read; without any, where a place is read
 * for the second time. */
static void find_readings(const program *p, const evidence *e, const step_leaves *harness,
                          readings *out) {
    uint32_t round = harness->size ? UINT32_MAX : 0;
    map seen = {0};
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        const struct input_value *v = &e->inputs.items.data[i];
        step_reading x = {.bytes = (sort_width(p->terms, v->value.sort) + 7) / 8};
        if (harness->size ? v->input == harness->data[0].input : map_get(&seen, v->input, NULL)) {
            round++;
            map_clear(&seen);
        }
        map_set(&seen, v->input, 1);
        if (v->input >= p->inputs.size || !step_is_volatile(p, &p->inputs.data[v->input]) ||
            round == UINT32_MAX)
            continue;
        x.round = round;
        x.name = p->inputs.data[v->input].name;
        if (read_in(out, round, x.name) || !value_u64(e->pool, v->value, &x.bits)) continue;
        vec_push(out, x);
    }
    map_release(&seen);
}

static void declare_readings(const program *p, const readings *all, text *out,
                             string_vec *symbols) {
    for (uint32_t i = 0; i < all->size; i++) {
        readings before = {.data = all->data, .size = i};
        if (read_in(&before, UINT32_MAX, all->data[i].name)) continue;
        text_print(out, "extern char %s[];\n", program_text(p, all->data[i].name));
        harness_uses(symbols, program_text(p, all->data[i].name));
    }
}

static void write_readings(const program *p, const readings *all, text *out) {
    for (uint32_t i = 0; i < all->size; i++)
        text_print(out, "        if (round == %u) memcpy(%s, &(unsigned long long){0x%llx}, %u);\n",
                   all->data[i].round, program_text(p, all->data[i].name),
                   (unsigned long long)all->data[i].bits, all->data[i].bytes);
}

static void write_inputs(const step_leaves *all, bool constant, text *out) {
    for (uint32_t i = 0; i < all->size; i++)
        if (all->data[i].constant == constant)
            text_print(out, "        %s v%u = %s();\n", step_leaf_type(&all->data[i]), i,
                       all->data[i].nondet);
    step_write_values(all, constant, out);
}

/* Without inputs the rounds are counted: as many as the recorded run has steps, at most. */
static void write_main(const program *p, const step_leaves *all, const readings *read,
                       const load_options *o, text *out) {
    text_add(out, "int main(void) {\n");
    write_inputs(all, true, out);
    if (o->init) text_print(out, "    %s();\n", o->init);
    text_print(out, "    for (unsigned long round = 0; round < %s; round++) {\n",
               all->size ? "-1ul" : "1000000");
    write_readings(p, read, out);
    write_inputs(all, false, out);
    step_write_call(all, o, out);
    text_add(out, "    }\n    test_passes(\"many rounds\");\n    return 0;\n}\n");
}

bool ctest_write_step(program *p, const load_options *o, const evidence *e, text *out,
                      string_vec *symbols) {
    step_leaves all = {0};
    readings read = {0};
    bool good = step_leaves_find(p, o, &all);
    if (good) {
        text_add(out, "\n/* The step function, called in an endless loop. */\n");
        find_readings(p, e, &all, &read);
        step_write_declarations(&all, o, out, symbols);
        declare_readings(p, &read, out, symbols);
        write_main(p, &all, &read, o, out);
    }
    vec_release(&read);
    vec_release(&all);
    return good;
}
