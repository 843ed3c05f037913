; cinch certificate 1
; a proof
; Every check-sat below must answer unsat. Then no run of the program, as it was read and before
; any reduction, reaches an error location: the invariants hold whenever a run comes to their
; location, by induction over the loop-free regions between cut points.
(set-logic ALL)

; Invariants at the heads of loops.
; L12 (shared/benchmarks/sv-comp/loop-industry-pattern/aiob_4.c.v+lh-reducer.c:175:15, main)
(define-fun inv@12 ((|main::Id_MCDC_89__Id_MCDC_95| (Array (_ BitVec 32) (_ BitVec 32)))) Bool
  (= |main::Id_MCDC_89__Id_MCDC_95| (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store ((as const (Array (_ BitVec 32) (_ BitVec 32))) #x00000000) #x00000000 #x00006042) #x00000001 #x00006043) #x00000002 #x00006053) #x00000003 #x00006054) #x00000004 #x00006055) #x00000005 #x0000604e) #x00000006 #x0000604c) #x00000007 #x0000604c) #x00000008 #x0000604b) #x00000009 #x0000604b) #x0000000a #x0000604d) #x0000000b #x00006046) #x0000000c #x00006046) #x0000000d #x00006047) #x0000000e #x00006047) #x0000000f #x00006047) #x00000010 #x00006047) #x00000011 #x00006058) #x00000012 #x00006058) #x00000013 #x00006059) #x00000014 #x00006059) #x00000015 #x00006059) #x00000016 #x00006059) #x00000017 #x00006056) #x00000018 #x00006056) #x00000019 #x00006057) #x0000001a #x00006057) #x0000001b #x00006057) #x0000001c #x00006057) #x0000001d #x00006048) #x0000001e #x00006048) #x0000001f #x00006049) #x00000020 #x00006049) #x00000021 #x0000604a) #x00000022 #x0000604a) #x00000023 #x0000604f) #x00000024 #x00006050) #x00000025 #x00006051) #x00000026 #x00006044) #x00000027 #x00006045) #x00000028 #x00006052)))

; ---- from L0: 11 edges to 1 cut points ----
(push 1)
(declare-fun in!4!2 () (_ BitVec 32))
(define-fun edge@6 () Bool (not (= in!4!2 #x00000000)))
; to L12 (shared/benchmarks/sv-comp/loop-industry-pattern/aiob_4.c.v+lh-reducer.c:175:15, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and edge@6 (not (inv@12 (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store (store ((as const (Array (_ BitVec 32) (_ BitVec 32))) #x00000000) #x00000000 #x00006042) #x00000001 #x00006043) #x00000002 #x00006053) #x00000003 #x00006054) #x00000004 #x00006055) #x00000005 #x0000604e) #x00000006 #x0000604c) #x00000007 #x0000604c) #x00000008 #x0000604b) #x00000009 #x0000604b) #x0000000a #x0000604d) #x0000000b #x00006046) #x0000000c #x00006046) #x0000000d #x00006047) #x0000000e #x00006047) #x0000000f #x00006047) #x00000010 #x00006047) #x00000011 #x00006058) #x00000012 #x00006058) #x00000013 #x00006059) #x00000014 #x00006059) #x00000015 #x00006059) #x00000016 #x00006059) #x00000017 #x00006056) #x00000018 #x00006056) #x00000019 #x00006057) #x0000001a #x00006057) #x0000001b #x00006057) #x0000001c #x00006057) #x0000001d #x00006048) #x0000001e #x00006048) #x0000001f #x00006049) #x00000020 #x00006049) #x00000021 #x0000604a) #x00000022 #x0000604a) #x00000023 #x0000604f) #x00000024 #x00006050) #x00000025 #x00006051) #x00000026 #x00006044) #x00000027 #x00006045) #x00000028 #x00006052))))))
(check-sat)
(pop 1)
(pop 1)

; ---- from L12 (shared/benchmarks/sv-comp/loop-industry-pattern/aiob_4.c.v+lh-reducer.c:175:15, main): 19 edges to 2 cut points ----
(push 1)
(declare-fun |main::Id_MCDC_89__Id_MCDC_95| () (Array (_ BitVec 32) (_ BitVec 32)))
(assert (inv@12 |main::Id_MCDC_89__Id_MCDC_95|))
(declare-fun |main::Id_MCDC_89__Id_MCDC_96| () (_ BitVec 32))
(declare-fun edge@14 () Bool)
(assert (or (bvult |main::Id_MCDC_89__Id_MCDC_96| #x0000002a) (not edge@14)))
(declare-fun edge@15 () Bool)
(assert (or (not (bvult |main::Id_MCDC_89__Id_MCDC_96| #x0000002a)) (not edge@15)))
(define-fun |main::Id_MCDC_89____CPAchecker_TMP_0@30| () (_ BitVec 32) (bvadd (bvmul #x0000000c |main::Id_MCDC_89__Id_MCDC_96|) #x00001600))
(define-fun edge@31 () Bool (and edge@14 (bvult (bvudiv (bvadd |main::Id_MCDC_89____CPAchecker_TMP_0@30| #xffffea00) #x0000000c) #x0000002a)))
(define-fun edge@32 () Bool (and edge@31 (not (= (select |main::Id_MCDC_89__Id_MCDC_95| (bvudiv (bvadd |main::Id_MCDC_89____CPAchecker_TMP_0@30| #xffffea00) #x0000000c)) #x00000000))))
; to L12 (shared/benchmarks/sv-comp/loop-industry-pattern/aiob_4.c.v+lh-reducer.c:175:15, main): its invariant holds there. Expected: unsat
(push 1)
(assert (or false (and edge@32 (not (inv@12 |main::Id_MCDC_89__Id_MCDC_95|)))))
(check-sat)
(pop 1)
; to L24 (shared/benchmarks/sv-comp/loop-industry-pattern/aiob_4.c.v+lh-reducer.c:219:2, main): never, it is the error unreach-call
; None of these is reached. Expected: unsat
(push 1)
(assert (or false (and edge@15 true)))
(check-sat)
(pop 1)
(pop 1)

; queries: 3
