package dev.edgewise.pages;

/**
 * Kinds of colour vision, simulated at full severity as by G. Machado, M. Oliveira and L. Fernandes, "A
 * physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), 2009.
 */
enum Vision {
    COMMON(1, 0, 0, 0, 1, 0, 0, 0, 1),
    PROTANOPIA(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    DEUTERANOPIA(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    TRITANOPIA(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900);

    private final double[] matrix;

    Vision(double... matrix) {
        this.matrix = matrix;
    }

    /** Returns what somebody with this vision sees. */
    Lab of(Colour colour) {
        return Lab.of(new Colour(row(0, colour), row(3, colour), row(6, colour)));
    }

    private double row(int from, Colour colour) {
        double sum = matrix[from] * colour.red() + matrix[from + 1] * colour.green() + matrix[from + 2] * colour.blue();
        return Math.min(1, Math.max(0, sum));
    }
}
