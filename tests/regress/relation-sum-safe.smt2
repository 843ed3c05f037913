; expect: TRUE --engine ic3ia
; expect: TRUE --engine ic3ia --refine core
; expect: TRUE --engine ic3ia --refine wp
; What is taken from n is added to k: k + n keeps its value m, which is any number. Needs a relation of three variables.
(set-logic HORN)
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int Int) Bool)
(assert (forall ((m Int)) (=> (<= 0 m) (up m 0))))
(assert (forall ((m Int) (k Int)) (=> (and (up m k) (< k m)) (up m (+ k 1)))))
(assert (forall ((m Int) (k Int)) (=> (and (up m k) (>= k m)) (down m k 0))))
(assert (forall ((m Int) (k Int) (n Int)) (=> (and (down m k n) (< n m)) (down m (- k 1) (+ n 1)))))
(assert (forall ((m Int) (k Int) (n Int)) (=> (and (down m k n) (< n m) (< k 1)) false)))
(check-sat)
