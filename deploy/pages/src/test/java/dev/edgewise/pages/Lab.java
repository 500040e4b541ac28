package dev.edgewise.pages;

/**
 * A colour in CIE L*a*b* with the white D65.
 *
 * @param lightness 0, black, to 100, white
 */
record Lab(double lightness, double a, double b) {
    static Lab of(Colour colour) {
        double x = 0.4124564 * colour.red() + 0.3575761 * colour.green() + 0.1804375 * colour.blue();
        double y = 0.2126729 * colour.red() + 0.7151522 * colour.green() + 0.0721750 * colour.blue();
        double z = 0.0193339 * colour.red() + 0.1191920 * colour.green() + 0.9503041 * colour.blue();
        double fx = f(x / 0.95047);
        double fy = f(y);
        double fz = f(z / 1.08883);
        return new Lab(116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz));
    }

    private static double f(double share) {
        return share > 216.0 / 24389 ? Math.cbrt(share) : (24389.0 / 27 * share + 16) / 116;
    }

    /** The colour difference ΔE*ab of CIE 1976. */
    double distance(Lab other) {
        return Math.sqrt(
                Math.pow(lightness - other.lightness, 2) + Math.pow(a - other.a, 2) + Math.pow(b - other.b, 2));
    }
}
