package dev.edgewise.common;

/** Texts of limited length, of which a caller or a tenant writes a part. */
public final class TruncatedText {
    private TruncatedText() {}

    /** Returns the text, or its beginning and an ellipsis if it is longer than the limit, in characters. */
    public static String of(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
