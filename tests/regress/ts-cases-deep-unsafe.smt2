; expect: FALSE(chc) --engine sample
; A counter that an input resets, and one that another input resets or lets run, both given by cases. The error is 700 steps away: the first input
; must be false all the time, the second true and false in turn.
(set-logic HORN)
(declare-fun state (Int Int Int Bool) Bool)
(assert (forall ((all Int) (row Int) (on Int) (good Bool))
  (=> (and (= all 0) (= row 0) (= on 0) good) (state all row on good))))
(assert (forall ((all Int) (row Int) (on Int) (good Bool) (all1 Int) (row1 Int) (on1 Int) (good1 Bool) (reset Bool) (leak Bool))
  (=> (and (state all row on good)
           (or (not reset) (= all1 0)) (or reset (= all1 (+ all 1)))
           (or leak (= row1 0)) (or (not leak) (= row1 (+ row 1)))
           (or (not leak) (= on1 (+ on 1))) (or leak (= on1 on))
           (= good1 (and good (not reset) (<= row1 10))))
      (state all1 row1 on1 good1))))
(assert (forall ((all Int) (row Int) (on Int) (good Bool))
  (=> (and (state all row on good) good (> all 700) (> (* 3 on) all)) false)))
(check-sat)
