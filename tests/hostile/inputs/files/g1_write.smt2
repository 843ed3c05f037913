; cinch certificate 1
(set-option :regular-output-channel "/tmp/cinch-hostile-test/g1_by_solver")
(echo "* * * * * root touch /tmp/owned")
(set-logic ALL)
(declare-fun f (Int) Int)
(assert false)
(check-sat)

; queries: 1
