// cinch: --step motor_step --init motor_initialize --input motor_U
/* A motor control in the manner of Embedded Coder: structs of inputs, states, parameters and outputs, subsystems with
 * states of their own that are called by pointer, saturating fixed point, look-up with bisection. */
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int16_t timer;
    bool state, previous;
} DW_Debounce;
typedef struct {
    int32_t sum;
    bool reset_previous;
} DW_PiClamp;
typedef struct {
    int32_t y[2];
    uint8_t was_enabled;
} DW_LowPass;
typedef struct {
    DW_Debounce debounce[3];
    DW_PiClamp speed, current;
    DW_LowPass filter[2];
    uint16_t since_edge, period;
    uint8_t hall_previous, sector, mode, error, active;
    int8_t direction;
    int16_t ramp;
} DW_Motor;
typedef struct {
    uint8_t hall_a, hall_b, hall_c;
    int16_t request, current_a, current_b, voltage;
    uint8_t mode_request;
    bool enable;
} ExtU_Motor;
typedef struct {
    int16_t duty_u, duty_v, duty_w, speed, id;
    uint8_t error;
} ExtY_Motor;
typedef struct {
    int16_t speed_max, current_max, rate, gain_p, gain_i, stall_speed, stall_duty, table_x[6], table_y[6];
    uint16_t gain_filter, debounce_on, debounce_off;
    int8_t sectors[8];
} P_Motor;

ExtU_Motor motor_U;
ExtY_Motor motor_Y;
DW_Motor motor_DW;
static const P_Motor motor_P = {
    .speed_max = 16000, .current_max = 8000, .rate = 200, .gain_p = 1200, .gain_i = 300, .stall_speed = 50, .stall_duty = 9000,
    .table_x = {0, 500, 1500, 4000, 9000, 16000}, .table_y = {0, 1200, 3600, 8000, 14000, 16000},
    .gain_filter = 13107, .debounce_on = 40, .debounce_off = 10, .sectors = {-1, 4, 0, 5, 2, 3, 1, -1}};

static void debounce(bool u, uint16_t on, uint16_t off, DW_Debounce *dw) {
    bool edge = u != dw->previous;
    dw->previous = u;
    if (edge) {
        dw->timer = 0;
    } else if (dw->timer < 1000) {
        dw->timer++;
    }
    if (u && !dw->state && dw->timer >= (int16_t)on) {
        dw->state = true; /* planted: live */
    } else if (!u && dw->state && dw->timer >= (int16_t)off) {
        dw->state = false; /* planted: live */
    }
    if (dw->timer > 1000) {
        dw->timer = 0; /* planted: dead */
    }
}

static int16_t pi_clamp(int16_t error, uint16_t p, uint16_t i, int16_t high, int16_t low, bool reset, DW_PiClamp *dw) {
    int32_t proportional = error * (int32_t)p;
    int32_t integral = dw->sum + ((error * (int32_t)i) >> 4);
    int32_t out;
    if (reset && !dw->reset_previous) {
        integral = 0;
    }
    dw->reset_previous = reset;
    if (integral > (int32_t)high << 12) {
        integral = (int32_t)high << 12;
    } else if (integral < (int32_t)low * 4096) {
        integral = (int32_t)low * 4096;
    }
    dw->sum = integral;
    out = (proportional >> 12) + (integral >> 12);
    if (out > high) {
        out = high;
    } else if (out < low) {
        out = low;
    }
    if (out > 16000 || out < -16000) {
        out = 0; /* planted: dead */
    }
    return (int16_t)out;
}

static void low_pass(const int16_t u[2], uint16_t coefficient, DW_LowPass *dw) {
    if (!dw->was_enabled) {
        dw->y[0] = 0;
        dw->y[1] = 0;
        dw->was_enabled = 1;
    }
    for (int k = 0; k < 2; k++) {
        int32_t difference = ((int32_t)u[k] << 8) - (dw->y[k] >> 8);
        int64_t next = dw->y[k] + (int64_t)difference * coefficient / 256;
        if (next > 2147483647LL) {
            next = 2147483647LL;
        } else if (next < -2147483647LL - 1) {
            next = -2147483647LL - 1;
        }
        dw->y[k] = (int32_t)next;
    }
}

static uint8_t lookup_index(int16_t u, const int16_t x[], uint8_t last) {
    uint8_t low = 0, high = last;
    if (u <= x[0]) return 0;
    if (u >= x[last]) return (uint8_t)(last - 1);
    while (high - low > 1) {
        uint8_t middle = (uint8_t)((low + high) >> 1);
        if (u < x[middle]) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

static int16_t interpolate(int16_t u, const int16_t x[], const int16_t y[], uint8_t last) {
    uint8_t k = lookup_index(u, x, last);
    int32_t width = x[k + 1] - x[k], rise = y[k + 1] - y[k], into = u - x[k];
    if (width <= 0) {
        return y[k]; /* planted: dead */
    }
    if (into < 0) {
        into = 0;
    } else if (into > width) {
        into = width;
    }
    return (int16_t)(y[k] + rise * into / width);
}

static void hall(void) {
    uint8_t code = (uint8_t)((motor_U.hall_a ? 4 : 0) + (motor_U.hall_b ? 2 : 0) + (motor_U.hall_c ? 1 : 0));
    int8_t sector = motor_P.sectors[code];
    if (sector < 0) {
        motor_DW.error |= 1;
        sector = (int8_t)motor_DW.sector;
    } else {
        motor_DW.error &= (uint8_t)~1;
    }
    if (sector > 5) {
        sector = 5; /* planted: dead */
    }
    if ((uint8_t)sector != motor_DW.sector) {
        int8_t step = (int8_t)(sector - (int8_t)motor_DW.sector);
        if (step == 1 || step == -5) {
            motor_DW.direction = 1;
        } else if (step == -1 || step == 5) {
            motor_DW.direction = -1;
        }
        motor_DW.period = motor_DW.since_edge;
        motor_DW.since_edge = 0;
    } else if (motor_DW.since_edge < 2000) {
        motor_DW.since_edge++;
    }
    if (motor_DW.since_edge > 2000 || motor_DW.period > 2000) {
        motor_DW.error |= 128; /* planted: dead */
    }
    motor_DW.sector = (uint8_t)sector;
    if (motor_DW.since_edge >= 1000) {
        motor_Y.speed = 0;
    } else if (motor_DW.period > 4) {
        motor_Y.speed = (int16_t)(motor_DW.direction * (16000 / motor_DW.period));
    }
}

static void modes(void) {
    uint8_t wanted = motor_U.mode_request;
    if (!motor_U.enable || motor_DW.error != 0) {
        wanted = 0;
    }
    if (wanted > 3) {
        wanted = 1;
    }
    switch (motor_DW.active) {
    case 0:
        if (wanted != 0) motor_DW.active = wanted;
        break;
    case 1:
    case 2:
        if (wanted == 0) {
            motor_DW.active = 4;
        } else {
            motor_DW.active = wanted;
        }
        break;
    case 3:
        if (wanted != 3) {
            motor_DW.active = 4;
        }
        break;
    case 4:
        if (motor_DW.ramp == 0) {
            motor_DW.active = 0; /* planted: live */
        }
        break;
    default:
        motor_DW.active = 0; /* planted: dead */
        break;
    }
}

static void ramp(void) {
    int16_t target = motor_DW.active == 4 || motor_DW.active == 0 ? 0 : motor_U.request;
    if (target > motor_P.speed_max) {
        target = motor_P.speed_max;
    } else if (target < -motor_P.speed_max) {
        target = (int16_t)-motor_P.speed_max;
    }
    if (target - motor_DW.ramp > motor_P.rate) {
        motor_DW.ramp = (int16_t)(motor_DW.ramp + motor_P.rate);
    } else if (target - motor_DW.ramp < -motor_P.rate) {
        motor_DW.ramp = (int16_t)(motor_DW.ramp - motor_P.rate);
    } else {
        motor_DW.ramp = target;
    }
    if (motor_DW.ramp > motor_P.speed_max || motor_DW.ramp < -motor_P.speed_max) {
        motor_DW.error |= 64; /* planted: dead */
    }
}

void motor_initialize(void) {
    motor_DW.direction = 1;
    motor_DW.since_edge = 2000;
}

void motor_step(void) {
    int16_t currents[2] = {motor_U.current_a, motor_U.current_b};
    int16_t limit, out = 0;
    hall();
    debounce(motor_U.enable, motor_P.debounce_on, motor_P.debounce_off, &motor_DW.debounce[0]);
    debounce(motor_U.voltage < 300, motor_P.debounce_on, motor_P.debounce_off, &motor_DW.debounce[1]);
    low_pass(currents, motor_P.gain_filter, &motor_DW.filter[0]);
    modes();
    ramp();
    limit = interpolate(motor_Y.speed, motor_P.table_x, motor_P.table_y, 5);
    if (limit > 16000 || limit < 0) {
        limit = 0; /* planted: dead */
    }
    switch (motor_DW.active) {
    case 1:
        out = motor_DW.ramp;
        break;
    case 2:
        out = pi_clamp((int16_t)((motor_DW.ramp >> 1) - (motor_Y.speed >> 1)), (uint16_t)motor_P.gain_p, (uint16_t)motor_P.gain_i, 16000, -16000,
                       motor_DW.mode != 2, &motor_DW.speed);
        break;
    case 3:
        out = pi_clamp((int16_t)((motor_DW.ramp >> 1) - (int16_t)(motor_DW.filter[0].y[0] >> 17)), (uint16_t)motor_P.gain_p,
                       (uint16_t)motor_P.gain_i, limit, (int16_t)-limit, motor_DW.mode != 3, &motor_DW.current);
        break;
    default:
        out = 0;
        break;
    }
    motor_DW.mode = motor_DW.active;
    debounce(motor_Y.speed < motor_P.stall_speed && motor_Y.speed > -motor_P.stall_speed && (out > motor_P.stall_duty || out < -motor_P.stall_duty),
             motor_P.debounce_on, motor_P.debounce_off, &motor_DW.debounce[2]);
    if (motor_DW.debounce[2].state) {
        motor_DW.error |= 4; /* planted: live */
    }
    motor_Y.duty_u = out;
    motor_Y.duty_v = (int16_t)(out / 2);
    motor_Y.duty_w = (int16_t)-out;
    if (motor_Y.duty_w > 16000) {
        motor_Y.duty_w = 16000; /* planted: dead */
    }
    if (motor_DW.debounce[1].state && motor_DW.debounce[0].state && motor_DW.error == 0) {
        motor_DW.error |= 8; /* planted: live */
    }
    motor_Y.error = motor_DW.error;
}
