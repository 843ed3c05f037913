; expect: TRUE --engine ic3ia
; Inside a let or exists around the predicate, x is another x: outside it is at least 5, and no state is.
(set-logic HORN)
(declare-fun state (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 1) (= y 0)) (state x y))))
(assert (forall ((x Int) (y Int) (z Int))
  (=> (and (exists ((x Int)) (state y x)) (= x 1) (<= 0 z) (<= z 1)) (state x z))))
(assert (forall ((x Int) (y Int)) (=> (and (let ((x 1)) (state x y)) (<= 5 x) (<= 5 y)) false)))
(check-sat)
