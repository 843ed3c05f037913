/* A result as text, from the process of an engine to the portfolio: S-expressions, terms as
 * SMT-LIB. Reading is strict: what does not parse is a failure of that engine, never half a result.
 */
#ifndef ENGINE_PORTFOLIO_MESSAGE_H
#define ENGINE_PORTFOLIO_MESSAGE_H

#include "base/fail.h"
#include "engine/engine.h"

void message_write(program *p, const engine_result *r, text *out);
/* Into a result fresh from engine_result_init. False: unreadable; the result is then UNKNOWN. */
bool message_read(program *p, const char *data, size_t size, engine_result *r);

#endif
