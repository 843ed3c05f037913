; expect: TRUE --engine ic3ia
; expect: TRUE --engine ic3ia --refine core
; expect: TRUE --engine ic3ia --refine wp
; Both x and y count down from values that need not be equal; where they were, they still are. Bounds of x and y alone never end.
(set-logic HORN)
(declare-fun loop (Int Int Int Int) Bool)
(assert (forall ((i Int) (j Int)) (loop i j i j)))
(assert (forall ((i Int) (j Int) (x Int) (y Int)) (=> (and (loop i j x y) (not (= x 0))) (loop i j (- x 1) (- y 1)))))
(assert (forall ((i Int) (j Int) (x Int) (y Int)) (=> (and (loop i j x y) (= x 0) (= i j) (not (= y 0))) false)))
(check-sat)
