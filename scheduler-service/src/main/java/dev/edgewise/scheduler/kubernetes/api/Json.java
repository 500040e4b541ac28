package dev.edgewise.scheduler.kubernetes.api;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Writes small JSON documents by hand: an object of four fields needs no tree and no mapper. */
public final class Json {
    private Json() {}

    /** The text in quotes, escaped. */
    public static String quote(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }

    /** Fills {@code %s} places with the texts in quotes, escaped. */
    public static String format(String template, String... texts) {
        Object[] quoted = new Object[texts.length];
        for (int i = 0; i < texts.length; i++) {
            quoted[i] = quote(texts[i]);
        }
        return String.format(template, quoted);
    }
}
