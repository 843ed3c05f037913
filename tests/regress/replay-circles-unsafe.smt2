; expect: FALSE(chc) --engine kinduction
; Half of the locations lead nowhere, in circles: a replay that tried all runs through them did not end.
(set-logic HORN)
(declare-fun P0 ((_ BitVec 3) Bool) Bool)
(assert (=> (and true ) (P0 #b110 true)))
(assert (forall ((x (_ BitVec 3)) (x1 Bool) (z2 (_ BitVec 3))) (=> (and true (= x #b110) (P0 x x1) (or (or (or (or (or (or false (and (and (and true (= x #b100)) (let ((x0 #b111)) (= z2 x0))) (and x1 x1))) (and (and true (= x #b100)) (= z2 #b000))) (and (and true (= x #b000)) (= z2 #b011))) (and (let ((x0 (= x #b011))) (and true x0)) (let ((x0 #b100)) (= z2 x0)))) (and (let ((x0 (= z2 #b001))) (and (and true (= x #b010)) x0)) (distinct #b01 #b00))) (and (and true (= x #b010)) (= z2 #b011)))) (P0 z2 (bvuge (bvnor x #b011) (concat #b01 #b0))))))
(assert (forall ((x (_ BitVec 3)) (y Bool)) (or (not (P0 x y)) (P0 (ite (bvuge #b0 #b1) #b010 x) (not (= y y))))))
(assert (forall ((x (_ BitVec 3)) (x1 Bool) (z (_ BitVec 3))) (=> (and true (let ((x0 (+ 40 2))) (P0 x x1)) (or (or (or false (= x #b000)) (= x #b010)) (= x #b001)) (or (or (or (or (or (or (or (or (or (or false (and (and true (= x #b000)) x1)) (and (and true (let ((x0 #b011)) (= x x0))) (= z #b101))) (and (and (and true (= x #b101)) (= z #b010)) (and x1 x1))) (and (and (and true (let ((x0 x)) (= x0 #b101))) (= z #b010)) (= z z))) (let ((x1 (let ((x0 true)) (and x0 (= x #b010))))) (and x1 (= z #b100)))) (and (and true (= x #b010)) (= z #b101))) (and (and (and true (= x #b110)) (= z #b111)) x1)) (and (and true (= x #b110)) (bvuge #b00 #b11))) (and (and true (= x #b111)) (= z #b101))) (and (and true (let ((x0 #b111)) (= x x0))) x1))) (P0 z (bvuge #b1 (bvneg #b0))))))
(assert (forall ((n0 (_ BitVec 3)) (y Bool) (z2 (_ BitVec 3))) (=> (and true (or (or (or false (= n0 #b110)) (= n0 #b000)) (= n0 #b011)) (P0 n0 y)) (P0 z2 y))))
(assert (forall ((n0 (_ BitVec 3))) (forall ((y Bool)) (=> (and true (P0 n0 y)) (P0 #b000 (xor y (=> true y)))))))
(assert (forall ((n0 (_ BitVec 3)) (x1 Bool)) (=> (and true (let ((x0 #b000)) (= n0 x0)) (P0 n0 x1) x1) false)))
(check-sat)
