// run: --step obs_step --range y=-100:100 --range u=-10:10
// Luenberger observer of a double integrator, discrete time, with limited estimates.
float obs_pos, obs_vel;
static float limit(float x, float m) { return x > m ? m : x < -m ? -m : x; }
void obs_step(float y, float u) {
    float innovation = y - obs_pos;
    float pos = obs_pos + 0.1f * obs_vel + 0.6f * innovation;
    float vel = obs_vel + 0.1f * u + 0.8f * innovation;
    obs_pos = limit(pos, 200.0f);
    obs_vel = limit(vel, 50.0f);
}
