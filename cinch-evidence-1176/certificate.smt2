; cinch certificate 1
; a proof
; Every check-sat below must answer unsat. Then no run of the program, as it was read and before
; any reduction, reaches an error location: the invariants hold whenever a run comes to their
; location, by induction over the loop-free regions between cut points.
(set-logic ALL)

; Invariants at the heads of loops.
; L8 (shared/benchmarks/sv-comp/float-benchs/interpolation.c:16:3, main)
(define-fun inv@8 ((|main::min[0]| (_ FloatingPoint 8 24)) (|main::min[1]| (_ FloatingPoint 8 24)) (|main::min[2]| (_ FloatingPoint 8 24)) (|main::min[3]| (_ FloatingPoint 8 24)) (|main::min[4]| (_ FloatingPoint 8 24)) (|main::max[0]| (_ FloatingPoint 8 24)) (|main::max[1]| (_ FloatingPoint 8 24)) (|main::max[2]| (_ FloatingPoint 8 24)) (|main::max[3]| (_ FloatingPoint 8 24)) (|main::max[4]| (_ FloatingPoint 8 24)) (|main::i| (_ BitVec 32))) Bool
  (and (= |main::min[0]| (fp #b0 #x81 #b01000000000000000000000)) (= |main::min[1]| (fp #b0 #x82 #b01000000000000000000000)) (= |main::min[2]| (fp #b0 #x82 #b10000000000000000000000)) (= |main::min[3]| (fp #b0 #x83 #b11100000000000000000000)) (= |main::min[4]| (fp #b0 #x86 #b00101100000000000000000)) (= |main::max[0]| (fp #b0 #x82 #b01000000000000000000000)) (= |main::max[1]| (fp #b0 #x82 #b10000000000000000000000)) (= |main::max[2]| (fp #b0 #x83 #b11100000000000000000000)) (= |main::max[3]| (fp #b0 #x86 #b00101100000000000000000)) (= |main::max[4]| (fp #b0 #x87 #b00101100000000000000000)) (bvult |main::i| #x00000006)))

; ---- from L0: 9 edges to 1 cut points ----
(push 1)
(declare-fun in!3!0 () (_ FloatingPoint 8 24))
(declare-fun edge@4 () Bool)
(assert (or (fp.leq (fp #b0 #x81 #b01000000000000000000000) in!3!0) (not edge@4)))
(declare-fun edge@5 () Bool)
(assert (or (not (fp.leq (fp #b0 #x81 #b01000000000000000000000) in!3!0)) (not edge@5)))
(define-fun %phi@28 () Bool (fp.leq in!3!0 (fp #b0 #x87 #b00101100000000000000000)))
(define-fun at@6 () Bool (or edge@4 edge@5))
(define-fun %phi@@6 () Bool (and (not edge@5) %phi@28))
(define-fun edge@6 () Bool (and at@6 %phi@@6))
; to L8 (shared/benchmarks/sv-comp/float-benchs/interpolation.c:16:3, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and edge@6 (not (inv@8 (fp #b0 #x81 #b01000000000000000000000) (fp #b0 #x82 #b01000000000000000000000) (fp #b0 #x82 #b10000000000000000000000) (fp #b0 #x83 #b11100000000000000000000) (fp #b0 #x86 #b00101100000000000000000) (fp #b0 #x82 #b01000000000000000000000) (fp #b0 #x82 #b10000000000000000000000) (fp #b0 #x83 #b11100000000000000000000) (fp #b0 #x86 #b00101100000000000000000) (fp #b0 #x87 #b00101100000000000000000) #x00000000)))))
(check-sat)
(pop 1)
(pop 1)

; ---- from L8 (shared/benchmarks/sv-comp/float-benchs/interpolation.c:16:3, main): 16 edges to 2 cut points ----
(push 1)
(declare-fun |main::min[0]| () (_ FloatingPoint 8 24))
(declare-fun |main::min[1]| () (_ FloatingPoint 8 24))
(declare-fun |main::min[2]| () (_ FloatingPoint 8 24))
(declare-fun |main::min[3]| () (_ FloatingPoint 8 24))
(declare-fun |main::min[4]| () (_ FloatingPoint 8 24))
(declare-fun |main::max[0]| () (_ FloatingPoint 8 24))
(declare-fun |main::max[1]| () (_ FloatingPoint 8 24))
(declare-fun |main::max[2]| () (_ FloatingPoint 8 24))
(declare-fun |main::max[3]| () (_ FloatingPoint 8 24))
(declare-fun |main::max[4]| () (_ FloatingPoint 8 24))
(declare-fun |main::i| () (_ BitVec 32))
(assert (inv@8 |main::min[0]| |main::min[1]| |main::min[2]| |main::min[3]| |main::min[4]| |main::max[0]| |main::max[1]| |main::max[2]| |main::max[3]| |main::max[4]| |main::i|))
(declare-fun edge@8 () Bool)
(assert (or (bvult |main::i| #x00000005) (not edge@8)))
(declare-fun edge@9 () Bool)
(assert (or (not (bvult |main::i| #x00000005)) (not edge@9)))
(define-fun edge@22 () Bool (and (or (= |main::i| #x00000000) (= |main::i| #x00000001) (= |main::i| #x00000002) (= |main::i| #x00000003) (= |main::i| #x00000004)) edge@8))
(declare-fun edge@23 () Bool)
(declare-fun |main::t| () (_ FloatingPoint 8 24))
(assert (or (and (fp.leq |main::t| (ite (= |main::i| #x00000004) |main::max[4]| (ite (= |main::i| #x00000003) |main::max[3]| (ite (= |main::i| #x00000002) |main::max[2]| (ite (= |main::i| #x00000001) |main::max[1]| |main::max[0]|))))) edge@22) (not edge@23)))
(declare-fun edge@24 () Bool)
(assert (or (and (not (fp.leq |main::t| (ite (= |main::i| #x00000004) |main::max[4]| (ite (= |main::i| #x00000003) |main::max[3]| (ite (= |main::i| #x00000002) |main::max[2]| (ite (= |main::i| #x00000001) |main::max[1]| |main::max[0]|)))))) edge@22) (not edge@24)))
(define-fun |main::i@26| () (_ BitVec 32) (bvadd |main::i| #x00000001))
(define-fun at@10 () Bool (or edge@9 edge@23))
(define-fun edge@10 () Bool (and (or (= |main::i| #x00000000) (= |main::i| #x00000001) (= |main::i| #x00000002) (= |main::i| #x00000003) (= |main::i| #x00000004)) at@10))
(define-fun |main::z@10| () (_ FloatingPoint 8 24) (let ((?1 (= |main::i| #x00000004)) (?2 (= |main::i| #x00000003)) (?3 (= |main::i| #x00000002)) (?4 (= |main::i| #x00000001))) (let ((?5 (ite ?1 |main::min[4]| (ite ?2 |main::min[3]| (ite ?3 |main::min[2]| (ite ?4 |main::min[1]| |main::min[0]|)))))) (fp.div RNE (fp.sub RNE |main::t| ?5) (fp.sub RNE (ite ?1 |main::max[4]| (ite ?2 |main::max[3]| (ite ?3 |main::max[2]| (ite ?4 |main::max[1]| |main::max[0]|)))) ?5)))))
(declare-fun edge@11 () Bool)
(assert (or (and edge@10 (fp.leq (_ +zero 8 24) |main::z@10|)) (not edge@11)))
(declare-fun edge@12 () Bool)
(assert (or (and edge@10 (not (fp.leq (_ +zero 8 24) |main::z@10|))) (not edge@12)))
(define-fun |%phi#2@21| () Bool (fp.leq |main::z@10| (fp #b0 #x7f #b00000000000000000000000)))
(define-fun at@13 () Bool (or edge@11 edge@12))
(define-fun |%phi#2@@13| () Bool (and (not edge@12) |%phi#2@21|))
(define-fun |__VERIFIER_assert::cond@13| () (_ BitVec 32) (ite |%phi#2@@13| #x00000001 #x00000000))
(define-fun edge@15 () Bool (and at@13 (= |__VERIFIER_assert::cond@13| #x00000000)))
; to L8 (shared/benchmarks/sv-comp/float-benchs/interpolation.c:16:3, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and edge@24 (not (inv@8 |main::min[0]| |main::min[1]| |main::min[2]| |main::min[3]| |main::min[4]| |main::max[0]| |main::max[1]| |main::max[2]| |main::max[3]| |main::max[4]| |main::i@26|)))))
(check-sat)
(pop 1)
; to L18 (shared/benchmarks/sv-comp/float-benchs/interpolation.c:4:58, __VERIFIER_assert): never, it is the error unreach-call
; None of these is reached. Expected: unsat
(push 1)
(assert (or false (and edge@15 true)))
(check-sat)
(pop 1)
(pop 1)

; queries: 3
