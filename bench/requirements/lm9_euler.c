// run: --step euler_step --input euler_U --range euler_U=-1:1
// Lockheed Martin challenge 9, Euler 321 transformation, from the sines and cosines of the angles, which a resolver gives.
typedef struct {
    float sphi, cphi, sth, cth, spsi, cpsi, Vi[3];
} ExtU_euler;
ExtU_euler euler_U;
float D[3][3], Vb[3];

void euler_step(void) {
    const ExtU_euler *u = &euler_U;
    D[0][0] = u->cth * u->cpsi;
    D[0][1] = u->cth * u->spsi;
    D[0][2] = -u->sth;
    D[1][0] = u->sphi * u->sth * u->cpsi - u->cphi * u->spsi;
    D[1][1] = u->sphi * u->sth * u->spsi + u->cphi * u->cpsi;
    D[1][2] = u->sphi * u->cth;
    D[2][0] = u->cphi * u->sth * u->cpsi + u->sphi * u->spsi;
    D[2][1] = u->cphi * u->sth * u->spsi - u->sphi * u->cpsi;
    D[2][2] = u->cphi * u->cth;
    for (int i = 0; i < 3; i++) {
        Vb[i] = D[i][0] * u->Vi[0] + D[i][1] * u->Vi[1] + D[i][2] * u->Vi[2];
    }
}
