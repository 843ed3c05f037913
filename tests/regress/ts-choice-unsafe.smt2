; expect: FALSE(chc) --engine ic3ia
; The first way out of the start goes round for ever; the replay must try the others.
(set-logic HORN)
(declare-fun P () Bool)
(declare-fun Q (Int Bool) Bool)
(assert P)
(assert (forall ((x Int)) (=> (and (<= (- 2) x) (<= x 2)) (Q x (<= x (- 1))))))
(assert (forall ((x Int)) (=> (and P (<= (- 2) x) (<= x 2)) (Q x true))))
(assert (forall ((x Int)) (=> (and P (<= (- 2) x) (<= x 1)) (Q x true))))
(assert (forall ((x Int)) (=> (and (Q x true) (<= (- 2) x) (<= x 2)) P)))
(assert (forall ((x Int) (z Int)) (=> (and (Q x false) (<= (- 2) x) (<= x 2) (<= 0 z) (<= z 2)) false)))
(check-sat)
