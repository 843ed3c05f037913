; expect: TRUE --engine ic3ia
; expect: TRUE --engine ic3ia --refine core
; x goes up by one and z down by two, any number of times; on the way back z is 0 again when x is.
(set-logic HORN)
(declare-fun out (Int Int) Bool)
(declare-fun back (Int Int) Bool)
(assert (out 0 0))
(assert (forall ((x Int) (z Int)) (=> (out x z) (out (+ x 1) (- z 2)))))
(assert (forall ((x Int) (z Int)) (=> (out x z) (back x z))))
(assert (forall ((x Int) (z Int)) (=> (and (back x z) (>= x 1)) (back (- x 1) (+ z 2)))))
(assert (forall ((x Int) (z Int)) (=> (and (back x z) (< x 1) (< z 0)) false)))
(check-sat)
