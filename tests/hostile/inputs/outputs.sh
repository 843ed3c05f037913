# Outputs, stores and kept proofs: never through a link, never into or by a database of somebody else.
mkdir "$work/elsewhere"
cat >step.c <<'C'
int speed; static int state, seen;
void step(void) { if (speed > 10) state++; if (state > 3) seen = 1; }
C
ln -s "$work/elsewhere" linked
expect 70 'cannot write to linked: it is a symbolic link' verify --html linked honest.c
expect 70 "cannot write to linked: it is a symbolic link" verify --keep linked loop.c
absent "$work/elsewhere/index.html" 'a link in place of a folder'
printf 'mine\n' >"$work/elsewhere/summary.md"
ln -sf "$work/elsewhere/summary.md" summary.md
expect 70 'cannot write summary.md' verify --summary summary.md honest.c
[ "$(cat "$work/elsewhere/summary.md")" = mine ] && good || bad 'a summary through a link'
ln -sf "$work/made" report.sarif
expect 0 'VERDICT: TRUE' deadcode --step step --input speed --sarif report.sarif step.c
absent "$work/made" 'a link in place of a report'

expect 0 'VERDICT: TRUE' deadcode --step step --input speed --store a.goals step.c
ln -sf a.goals b.goals
expect 65 'is a symbolic link' deadcode --step step --input speed --store b.goals step.c
altered_store() { # NAME SQL
    cp a.goals "$1.goals"
    python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()' "$1.goals" "$2"
    expect 65 'is no file of cinch deadcode --store' deadcode --step step --input speed --store "$1.goals" step.c
}
altered_store trigger 'create trigger t after insert on tests begin delete from about; end'
altered_store view 'alter table tests rename to x; create view tests as select * from x'
altered_store table 'create table somebody (a)'
altered_store virtual 'drop table places; create virtual table places using fts5(mark, place)'
# SQLite removes the file that a journal of several databases names.
cp a.goals journal.goals
printf 'mine\n' >"$work/elsewhere/victim"
{ printf 'header'; printf '%s' "$work/elsewhere/victim"; printf '\331\325\005\371\040\241\143\327'; } >journal.goals-journal
expect 65 'has a journal' deadcode --step step --input speed --store journal.goals step.c
[ -f "$work/elsewhere/victim" ] && good || bad 'a journal removed a file'
