; cinch certificate 1
; a proof
; Every check-sat below must answer unsat. Then no run of the program, as it was read and before
; any reduction, reaches an error location: the invariants hold whenever a run comes to their
; location, by induction over the loop-free regions between cut points.
(set-logic ALL)

; Invariants at the heads of loops.
; L5 (shared/benchmarks/sv-comp/loops/array-1.c:19:3, main)
(define-fun inv@5 ((|main::SIZE| (_ BitVec 32)) (%size (_ BitVec 32)) (|main::j| (_ BitVec 32))) Bool
  (and (= |main::SIZE| #x00000001) (= %size #x00000004) (bvult |main::j| #x00000002)))

; ---- from L0: 5 edges to 1 cut points ----
(push 1)
; to L5 (shared/benchmarks/sv-comp/loops/array-1.c:19:3, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and true (not (inv@5 #x00000001 #x00000004 #x00000000)))))
(check-sat)
(pop 1)
(pop 1)

; ---- from L5 (shared/benchmarks/sv-comp/loops/array-1.c:19:3, main): 13 edges to 2 cut points ----
(push 1)
(declare-fun |main::SIZE| () (_ BitVec 32))
(declare-fun %size () (_ BitVec 32))
(declare-fun |main::j| () (_ BitVec 32))
(assert (inv@5 |main::SIZE| %size |main::j|))
(declare-fun edge@5 () Bool)
(assert (or (bvult |main::j| |main::SIZE|) (not edge@5)))
(declare-fun edge@6 () Bool)
(assert (or (not (bvult |main::j| |main::SIZE|)) (not edge@6)))
(define-fun edge@7 () Bool (and (not (bvult %size #x00000004)) edge@6))
(declare-fun |main::array| () (Array (_ BitVec 32) (_ BitVec 32)))
(declare-fun |main::menor| () (_ BitVec 32))
(define-fun |__VERIFIER_assert::cond@7| () (_ BitVec 32) (ite (bvslt (select |main::array| #x00000000) |main::menor|) #x00000000 #x00000001))
(define-fun edge@9 () Bool (and edge@7 (= |__VERIFIER_assert::cond@7| #x00000000)))
(define-fun edge@16 () Bool (and (bvult |main::j| #x01000000) (not (bvult %size (bvadd (bvmul #x00000004 |main::j|) #x00000004))) edge@5))
(declare-fun in!16!0 () (_ BitVec 32))
(define-fun |main::array@16| () (Array (_ BitVec 32) (_ BitVec 32)) (store |main::array| |main::j| in!16!0))
(define-fun edge@17 () Bool (and (bvult |main::j| #x01000000) (not (bvult %size (bvadd (bvmul #x00000004 |main::j|) #x00000004))) edge@16))
(declare-fun edge@18 () Bool)
(assert (or (and edge@17 (not (bvslt |main::menor| (select |main::array@16| |main::j|)))) (not edge@18)))
(declare-fun edge@19 () Bool)
(assert (or (and edge@17 (bvslt |main::menor| (select |main::array@16| |main::j|))) (not edge@19)))
(define-fun edge@22 () Bool (and (bvult |main::j| #x01000000) (not (bvult %size (bvadd (bvmul #x00000004 |main::j|) #x00000004))) edge@18))
(define-fun at@20 () Bool (or edge@19 edge@22))
(define-fun |main::j@21| () (_ BitVec 32) (bvadd |main::j| #x00000001))
; to L5 (shared/benchmarks/sv-comp/loops/array-1.c:19:3, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and at@20 (not (inv@5 |main::SIZE| %size |main::j@21|)))))
(check-sat)
(pop 1)
; to L12 (shared/benchmarks/sv-comp/loops/array-1.c:5:12, __VERIFIER_assert): never, it is the error unreach-call
; None of these is reached. Expected: unsat
(push 1)
(assert (or false (and edge@9 true)))
(check-sat)
(pop 1)
(pop 1)

; queries: 3
