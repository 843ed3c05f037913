; expect: TRUE --engine ic3ia
; expect: TRUE --engine ctigar
; expect: TRUE --engine ctigar --ctigar LCE
; expect: TRUE --engine ic3ia --no-ia-seed --refine core
; expect: TRUE --engine ic3ia --no-ia-seed --refine wp
; expect: TRUE --engine ic3ia --no-ia-seed --refine interpolation
; Two loops, one after the other: x counts up to n, then down, and stays between 0 and n.
(set-logic HORN)
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 0) (up 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (up x n) (< x n)) (up (+ x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (up x n) (>= x n)) (down x 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (down x y n) (> x 0)) (down (- x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (down x y n) (or (< x 0) (> x n))) false)))
(check-sat)
