package dev.edgewise.kubernetes.api;

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
        StringBuilder json = new StringBuilder(template.length() + 32 * texts.length);
        int from = 0;
        for (String text : texts) {
            int place = template.indexOf("%s", from);
            if (place < 0) {
                throw new IllegalArgumentException("more texts than places: " + texts.length + " in " + template);
            }
            json.append(template, from, place).append('"');
            JsonStringEncoder.getInstance().quoteAsString(text, json);
            json.append('"');
            from = place + "%s".length();
        }
        return json.append(template, from, template.length()).toString();
    }
}
