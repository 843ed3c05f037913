/* Names that a program cannot know: base/own.h of cinch says how. */
#define CINCH_OWN(name) __cinch_0000000000000000_##name
#define CINCH_OWN_PREFIX "__cinch_0000000000000000_"
