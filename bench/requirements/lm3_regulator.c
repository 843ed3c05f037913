// run: --step regs_step --input regs_U --range regs_U=-1000:1000
// Lockheed Martin challenge 3, control loop regulators: roll with a saturated command and rate limit, height without.
typedef struct {
    float roll_cmd, roll_rate, hdot_cmd, hdot;
} ExtU_regs;
ExtU_regs regs_U;
float lcvdt_cmd, hcvdt_cmd;
static float roll_int, Delay_l;

static float limit(float x, float low, float high) { return x > high ? high : x < low ? low : x; }

void regs_step(void) {
    float error = regs_U.roll_cmd - regs_U.roll_rate, raw;
    roll_int = limit(roll_int + 0.01f * error, -20.0f, 20.0f);
    raw = limit(4.0f * error + roll_int, -50.0f, 50.0f);
    lcvdt_cmd = limit(raw, Delay_l - 0.25f, Delay_l + 0.25f);
    lcvdt_cmd = limit(lcvdt_cmd, -50.0f, 50.0f);
    Delay_l = lcvdt_cmd;
    hcvdt_cmd = 0.5f * (regs_U.hdot_cmd - regs_U.hdot);
}
