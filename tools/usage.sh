# Sourced by the scripts of this folder. The comment at the top of a script is its usage.
usage() { sed -n '2,/^[^#]/{/^#/!q; s/^# \{0,1\}//; p}' "$0"; }

# usage_unless LEAST "$@": --help prints the usage; so do fewer words than LEAST, with status 64.
usage_unless() {
    local least=$1
    shift
    case ${1:-} in --help | -h) usage && exit 0 ;; esac
    [ $# -ge "$least" ] || { usage >&2; exit 64; }
}
