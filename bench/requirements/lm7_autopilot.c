// run: --step ap_step --input ap_U --finite ap_U
// Lockheed Martin challenge 7, the roll axis of the six degree of freedom autopilot: hold reference, heading mode, saturated command.
#include <stdint.h>
typedef struct {
    float roll_angle, TurnKnob, hdg_cmd;
    uint8_t HDGmode, autopilot_engaged;
} ExtU_ap;
ExtU_ap ap_U;
float ap_roll_cmd, ap_roll_hold_reference, ap_actuator;
static float Delay_ref;
static uint8_t Delay_engaged;

void ap_step(void) {
    uint8_t hold = ap_U.autopilot_engaged && !ap_U.HDGmode;
    float error;
    if (hold && !Delay_engaged) {
        if (ap_U.roll_angle < 6.0f && ap_U.roll_angle > -6.0f) {
            Delay_ref = 0.0f;
        } else if (ap_U.roll_angle >= 30.0f) {
            Delay_ref = 30.0f;
        } else if (ap_U.roll_angle <= -30.0f) {
            Delay_ref = -30.0f;
        } else {
            Delay_ref = ap_U.roll_angle;
        }
    }
    Delay_engaged = hold;
    ap_roll_hold_reference = Delay_ref;
    if ((ap_U.TurnKnob >= 3.0f && ap_U.TurnKnob <= 30.0f) || (ap_U.TurnKnob <= -3.0f && ap_U.TurnKnob >= -30.0f)) {
        ap_roll_hold_reference = ap_U.TurnKnob;
    }
    ap_roll_cmd = ap_U.HDGmode ? ap_U.hdg_cmd : ap_roll_hold_reference;
    error = ap_roll_cmd - ap_U.roll_angle;
    ap_actuator = 0.5f * error;
    if (ap_actuator > 15.0f) {
        ap_actuator = 15.0f;
    } else if (ap_actuator < -15.0f) {
        ap_actuator = -15.0f;
    }
    if (!ap_U.autopilot_engaged) {
        ap_actuator = 0.0f;
    }
}
