package dev.edgewise.pages;

/**
 * A colour in linear light.
 *
 * @param red 0..1, as are the others
 */
record Colour(double red, double green, double blue) {
    /** @param hex {@code #rgb} or {@code #rrggbb}, in sRGB */
    static Colour parse(String hex) {
        String digits = hex.substring(1);
        String six = digits.length() == 3 ? digits.replaceAll("(.)", "$1$1") : digits;
        return new Colour(linear(six, 0), linear(six, 2), linear(six, 4));
    }

    /** IEC 61966-2-1. */
    private static double linear(String digits, int from) {
        double value = Integer.parseInt(digits.substring(from, from + 2), 16) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    /** Relative luminance of WCAG 2.2, 0..1. */
    double luminance() {
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }

    /** Contrast ratio of WCAG 2.2, 1 to 21. */
    double contrast(Colour other) {
        double light = Math.max(luminance(), other.luminance());
        double dark = Math.min(luminance(), other.luminance());
        return (light + 0.05) / (dark + 0.05);
    }
}
