#include "engine/common/constraints.h"

bool constraints_begin(constraint_reader *r, ppl_const_Polyhedron_t of) {
    ppl_const_Constraint_System_t system;
    if (ppl_Polyhedron_get_minimized_constraints(of, &system) < 0) return false;
    ppl_new_Constraint_System_const_iterator(&r->at);
    ppl_new_Constraint_System_const_iterator(&r->end);
    ppl_Constraint_System_begin(system, r->at);
    ppl_Constraint_System_end(system, r->end);
    r->inside = false;
    return true;
}

bool constraints_next(constraint_reader *r, ppl_const_Constraint_t *c) {
    if (r->inside) ppl_Constraint_System_const_iterator_increment(r->at);
    r->inside = !ppl_Constraint_System_const_iterator_equal_test(r->at, r->end);
    if (r->inside) ppl_Constraint_System_const_iterator_dereference(r->at, c);
    return r->inside;
}

void constraints_end(constraint_reader *r) {
    ppl_delete_Constraint_System_const_iterator(r->at);
    ppl_delete_Constraint_System_const_iterator(r->end);
}
