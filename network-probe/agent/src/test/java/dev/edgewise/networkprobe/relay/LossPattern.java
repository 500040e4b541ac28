package dev.edgewise.networkprobe.relay;

import java.util.Random;

/**
 * Pattern of dropped packets: at a loss of 0.05 one of every 20, at a random place among them (stratified sampling). So
 * the share is exact after few packets already, which independent losses need thousands for.
 */
final class LossPattern {
    private final double loss;
    private final Random random;
    private double passed;
    private double next;
    private int due;

    LossPattern(double loss, long seed) {
        this.loss = loss;
        this.random = new Random(seed);
        this.next = random.nextDouble();
    }

    boolean dropsNext() {
        passed += loss;
        while (passed > next) {
            due++;
            next = Math.floor(next) + 1 + random.nextDouble();
        }
        if (due == 0) {
            return false;
        }
        due--;
        return true;
    }
}
