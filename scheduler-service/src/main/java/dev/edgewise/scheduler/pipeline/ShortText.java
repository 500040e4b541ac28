package dev.edgewise.scheduler.pipeline;

/** Texts that are kept by the thousand, of which a tenant writes a part. */
public final class ShortText {
    private ShortText() {}

    /** The text, or its beginning and an ellipsis if it has more than so many characters. */
    public static String of(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
