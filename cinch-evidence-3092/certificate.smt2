; cinch certificate 1
; a proof
; Every check-sat below must answer unsat. Then no run of the program, as it was read and before
; any reduction, reaches an error location: the invariants hold whenever a run comes to their
; location, by induction over the loop-free regions between cut points.
(set-logic ALL)

; Invariants at the heads of loops.
; L4 (shared/benchmarks/sv-comp/loop-acceleration/diamond_1-1.c:15:3, main)
(define-fun inv@4 ((|main::x| (_ BitVec 32))) Bool
  (bvult |main::x| #x00000065))

; ---- from L0: 4 edges to 1 cut points ----
(push 1)
; to L4 (shared/benchmarks/sv-comp/loop-acceleration/diamond_1-1.c:15:3, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and true (not (inv@4 #x00000000)))))
(check-sat)
(pop 1)
(pop 1)

; ---- from L4 (shared/benchmarks/sv-comp/loop-acceleration/diamond_1-1.c:15:3, main): 12 edges to 2 cut points ----
(push 1)
(declare-fun |main::x| () (_ BitVec 32))
(assert (inv@4 |main::x|))
(declare-fun edge@4 () Bool)
(assert (or (bvult |main::x| #x00000063) (not edge@4)))
(declare-fun edge@5 () Bool)
(assert (or (not (bvult |main::x| #x00000063)) (not edge@5)))
(declare-fun |main::y| () (_ BitVec 32))
(define-fun |__VERIFIER_assert::cond@6| () (_ BitVec 32) (ite (= ((_ extract 0 0) |main::x|) ((_ extract 0 0) |main::y|)) #x00000001 #x00000000))
(define-fun edge@8 () Bool (and edge@5 (= |__VERIFIER_assert::cond@6| #x00000000)))
(declare-fun edge@14 () Bool)
(assert (or (and (not (= ((_ extract 0 0) |main::y|) #b1)) edge@4) (not edge@14)))
(declare-fun edge@15 () Bool)
(assert (or (and (= ((_ extract 0 0) |main::y|) #b1) edge@4) (not edge@15)))
(define-fun |main::x@16| () (_ BitVec 32) (bvadd |main::x| #x00000001))
(define-fun |main::x@18| () (_ BitVec 32) (bvadd |main::x| #x00000002))
(define-fun at@17 () Bool (or edge@14 edge@15))
(define-fun |main::x@@17| () (_ BitVec 32) (ite edge@15 |main::x@16| |main::x@18|))
; to L4 (shared/benchmarks/sv-comp/loop-acceleration/diamond_1-1.c:15:3, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and at@17 (not (inv@4 |main::x@@17|)))))
(check-sat)
(pop 1)
; to L11 (shared/benchmarks/sv-comp/loop-acceleration/diamond_1-1.c:6:12, __VERIFIER_assert): never, it is the error unreach-call
; None of these is reached. Expected: unsat
(push 1)
(assert (or false (and edge@8 true)))
(check-sat)
(pop 1)
(pop 1)

; queries: 3
