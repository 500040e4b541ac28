package dev.edgewise.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The colours of the style sheet that all pages share. */
enum Theme {
    LIGHT,
    DARK;

    private static final Pattern VARIABLE = Pattern.compile("--([\\w-]+): (#[0-9a-f]{3,6});");

    /** @param name of a variable, without its dashes */
    Colour colour(String name) {
        String value = variables().get(name);
        if (value == null) {
            throw new IllegalArgumentException("the style sheet has no colour --" + name);
        }
        return Colour.parse(value);
    }

    private Map<String, String> variables() {
        String[] sheets = read().split("@media \\(prefers-color-scheme: dark\\)");
        Map<String, String> found = new HashMap<>();
        Matcher matcher = VARIABLE.matcher(this == LIGHT ? sheets[0] : sheets[1]);
        while (matcher.find()) {
            found.put(matcher.group(1), matcher.group(2));
        }
        return found;
    }

    private static String read() {
        try {
            return Files.readString(PageServer.COMMON.resolve("edgewise.css"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
