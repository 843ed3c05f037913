; expect: FALSE(chc) --engine ic3ia
; expect: FALSE(chc) --engine ctigar
; expect: FALSE(chc) --engine ctigar --ctigar LCE
; expect: FALSE(chc) --engine ic3ia --no-ia-seed --refine core
; expect: FALSE(chc) --engine ic3ia --no-ia-seed --refine wp
; expect: FALSE(chc) --engine ic3ia --no-ia-seed --refine interpolation
(set-logic HORN)
(declare-fun p (Real) Bool)
(declare-fun q (Real) Bool)
(assert (forall ((x Real)) (=> (= x 0.0) (p x))))
(assert (forall ((x Real)) (=> (and (p x) (< x 2.0)) (p (+ x 0.5)))))
(assert (forall ((x Real)) (=> (and (p x) (>= x 2.0)) (q (* 2.0 x)))))
(assert (forall ((x Real)) (=> (and (q x) (> x 3.9)) false)))
(check-sat)
