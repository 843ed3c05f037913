// cinch: --step fuel --init fuel_init --input rpm --input load --input lambda --finite rpm --finite load --finite lambda
/* Fuel from a map of two axes with bilinear interpolation, a biquad on the probe, a learned correction in bounds, and a
 * limiter of the rate. */
#include <stdbool.h>
#include <stdint.h>

float rpm, load, lambda;
static const float axis_rpm[5] = {800.0f, 1500.0f, 3000.0f, 4500.0f, 6500.0f}, axis_load[4] = {0.0f, 30.0f, 60.0f, 100.0f};
static const float map[4][5] = {{2.0f, 2.2f, 2.6f, 3.0f, 3.4f}, {4.0f, 4.4f, 5.0f, 5.8f, 6.6f}, {7.0f, 7.6f, 8.4f, 9.4f, 10.2f}, {10.0f, 10.8f, 12.0f, 13.2f, 14.0f}};
static float correction = 1.0f, output, probe, x1, y1;
static uint8_t fault;
static uint16_t rich, lean;

static int find(float x, const float *axis, int n) {
    int k = 0;
    while (k < n - 2 && x >= axis[k + 1]) k++;
    return k;
}

static float part(float x, const float *axis, int k) {
    float t = (x - axis[k]) / (axis[k + 1] - axis[k]);
    if (t < 0.0f) {
        t = 0.0f;
    } else if (t > 1.0f) {
        t = 1.0f;
    }
    return t;
}

static float base(float r, float l) {
    int i = find(r, axis_rpm, 5), j = find(l, axis_load, 4);
    float tx = part(r, axis_rpm, i), ty = part(l, axis_load, j);
    float low = map[j][i] + tx * (map[j][i + 1] - map[j][i]);
    float high = map[j + 1][i] + tx * (map[j + 1][i + 1] - map[j + 1][i]);
    if (i > 3 || j > 2) {
        fault |= 1; /* planted: dead */
    }
    if (tx > 1.0f || ty < 0.0f) {
        fault |= 2; /* planted: dead */
    }
    return low + ty * (high - low);
}

void fuel_init(void) {
    probe = 1.0f;
}

void fuel(void) {
    float x = lambda, y, amount;
    if (x < 0.5f) x = 0.5f;
    if (x > 1.5f) x = 1.5f;
    y = 0.2f * x + 0.2f * x1 + 0.6f * y1;
    x1 = x;
    y1 = y;
    if (y > 4.0f) {
        fault |= 4; /* planted: dead */
    }
    probe = y;
    if (probe > 1.01f) {
        if (lean < 1000) lean++;
        rich = 0;
        correction += 0.001f;
    } else if (probe < 0.99f) {
        if (rich < 1000) rich++;
        lean = 0;
        correction -= 0.001f;
    }
    if (correction > 1.2f) {
        correction = 1.2f; /* planted: live */
    } else if (correction < 0.8f) {
        correction = 0.8f; /* planted: live */
    }
    if (lean > 0 && rich > 0) {
        fault |= 8; /* planted: dead */
    }
    if (lean >= 1000) {
        fault |= 16; /* planted: live */
    }
    amount = base(rpm, load) * correction;
    if (amount > output + 0.5f) {
        amount = output + 0.5f;
    } else if (amount < output - 0.5f) {
        amount = output - 0.5f;
    }
    output = amount;
    if (output > 17.0f || output < -1.0f) {
        fault |= 32; /* planted: dead */
    }
}
