// run: --step nn_step --range x=-2:2 --range y=-2:2
// Lockheed Martin challenge 5, feedforward neural network, with three neurons and saturated linear units in place of tanh.
double nn_z;
static const double W1[3][2] = {{0.5, -0.25}, {-1.0, 0.75}, {0.3, 0.6}}, b1[3] = {0.1, -0.2, 0.0}, W2[3] = {0.2, 0.15, 0.2}, b2 = 0.4;

static double satlin(double x) { return x > 1.0 ? 1.0 : x < -1.0 ? -1.0 : x; }

void nn_step(double x, double y) {
    double sum = b2;
    for (int i = 0; i < 3; i++) {
        sum += W2[i] * satlin(W1[i][0] * x + W1[i][1] * y + b1[i]);
    }
    nn_z = sum;
}
