; expect: FALSE(chc) --engine ic3ia
; expect: FALSE(chc) --engine ic3ia --no-ia-seed --refine core
; expect: FALSE(chc) --engine ic3ia --no-ia-seed --refine wp
; expect: FALSE(chc) --engine ic3ia --no-ia-seed --refine interpolation
; The program counter is two Booleans: a loop that counts x and y up together, then down; the end is reached.
(set-logic HORN)
(declare-fun state (Bool Bool Int Int) Bool)
(assert (forall ((p Bool) (q Bool) (x Int) (y Int))
  (=> (and (not p) (not q) (= x 0) (= y 0)) (state p q x y))))
(assert (forall ((p Bool) (q Bool) (x Int) (y Int) (p1 Bool) (q1 Bool) (x1 Int) (y1 Int) (go Bool))
  (=> (and (state p q x y)
           (or (not (and (not p) (not q) go)) (and (not p1) (not q1) (= x1 (+ x 1)) (= (- y1 y) 1)))
           (or (not (and (not p) (not q) (not go))) (and p1 (not q1) (= x1 x) (= y1 y)))
           (or (not (and p (not q) (<= 1 x))) (and p1 (not q1) (= (+ x1 1) x) (= y1 (- y 1))))
           (or (not (and p (not q) (not (<= 1 x)))) (and (not p1) q1 (= x1 y) (= y1 x)))
           (or (not q) (and (= p1 p) (= q1 q) (= x1 x) (= y1 y))))
      (state p1 q1 x1 y1))))
(assert (forall ((p Bool) (q Bool) (x Int) (y Int)) (=> (and (state p q x y) q (not p) (= x 0)) false)))
(check-sat)
