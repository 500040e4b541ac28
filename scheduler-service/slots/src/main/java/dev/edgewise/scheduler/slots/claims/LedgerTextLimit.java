package dev.edgewise.scheduler.slots.claims;

/** Texts of the ledger, which others wrote: their sizes, and what is left of long ones. */
final class LedgerTextLimit {
    /** The longest text, in bytes of JSON: at most as many characters. */
    static final int LONGEST = 500;

    private static final String CUT = "…";
    private static final int CUT_BYTES = 3;
    /** The size of a control character, such as {@code \\u001b}. */
    private static final int ESCAPED = 6;

    private LedgerTextLimit() {}

    /** Returns the beginning of the text, with a mark where it was cut. */
    static String cut(String text) {
        return cut(text, LONGEST);
    }

    static String cut(String text, int longest) {
        if (size(text) <= longest) {
            return text;
        }
        int end = 0;
        int size = CUT_BYTES;
        while (size + size(text.codePointAt(end)) <= longest) {
            size += size(text.codePointAt(end));
            end += Character.charCount(text.codePointAt(end));
        }
        return text.substring(0, end) + CUT;
    }

    /** Returns the number of bytes of the text within JSON. */
    static int size(String text) {
        return text.codePoints().map(LedgerTextLimit::size).sum();
    }

    private static int size(int point) {
        if (point < ' ') {
            return ESCAPED;
        }
        if (point < 0x80) {
            return point == '"' || point == '\\' ? 2 : 1;
        }
        if (point < 0x800) {
            return 2;
        }
        return Character.isBmpCodePoint(point) ? 3 : 4;
    }
}
