// expect: exit 65
