; expect: FALSE(chc) --engine ic3ia
; Inside a let or exists around the predicate, x is another x: taken for one, no clause would be violated.
(set-logic HORN)
(declare-fun state (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 1) (= y 0)) (state x y))))
(assert (forall ((x Int) (y Int)) (=> (and (exists ((x Int)) (state x y)) (= x 7)) (state x x))))
(assert (forall ((x Int) (y Int)) (=> (and (let ((x 7)) (state x y)) (= x 5) (= y 7)) false)))
(check-sat)
