/* A log of what cinch does, for debugging: compiled out unless CINCH_LOG is defined (make debug);
 * --log FILE names the file.
 *
 * Like `warning`, the log belongs to the process, so that every module can write to it: engines,
 * the translation, solvers, evidence. The processes of engines inherit it. Each line is written at
 * once, so lines of several processes do not mix. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#ifdef CINCH_LOG
/* Append to the file from now on. NULL, or a file that cannot be opened: write nothing. */
void log_to(const char *file);
void log_line(const char *who, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `who`: an engine, a stage of the translation, a solver. */
#define LOG(who, ...) log_line(who, __VA_ARGS__)
#else
#define log_to(file) ((void)0)
#define LOG(who, ...) ((void)0)
#endif

#endif
