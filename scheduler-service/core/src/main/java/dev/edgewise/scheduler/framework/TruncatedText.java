package dev.edgewise.scheduler.framework;

/** Texts that are kept by the thousand, of which a tenant writes a part. */
public final class TruncatedText {
    private TruncatedText() {}

    /** The text, or its beginning and an ellipsis if it is longer than the limit, in characters. */
    public static String of(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
