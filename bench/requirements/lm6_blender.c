// run: --step eb_step --input eb_U --range eb_U=-10:10
// Lockheed Martin challenge 6, control allocator (effector blender): least squares over two effectors, a ridge where the matrix is nearly
// singular, and limits of the effectors.
#include <stdint.h>
typedef struct {
    float B1, B2, d;
} ExtU_eb;
ExtU_eb eb_U;
float eb_u1, eb_u2, eb_det;
uint8_t eb_ridge_on;

static float limit(float x) { return x > 25.0f ? 25.0f : x < -25.0f ? -25.0f : x; }

void eb_step(void) {
    float det = eb_U.B1 * eb_U.B1 + eb_U.B2 * eb_U.B2;
    eb_det = det;
    eb_ridge_on = det <= 0.01f;
    if (eb_ridge_on) {
        det += 1.0f;
    }
    eb_u1 = limit(eb_U.B1 * eb_U.d / det);
    eb_u2 = limit(eb_U.B2 * eb_U.d / det);
}
