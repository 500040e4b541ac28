package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns versions of objects into entity tags, and the header {@code If-Match} into a version (RFC 9110, 13.1.1). */
final class EntityTag {
    private static final Pattern ONE = Pattern.compile("\"([0-9A-Za-z]{1,64})\"");

    private EntityTag() {}

    static String of(String version) {
        return "\"" + version + "\"";
    }

    /**
     * Returns the version that must still be there; null if any may.
     *
     * @throws InvalidInputException if the header is no single strong tag
     */
    static @Nullable String version(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.equals("*")) {
            return null;
        }
        Matcher matcher = ONE.matcher(ifMatch);
        if (!matcher.matches()) {
            throw new InvalidInputException("If-Match", ifMatch, "the ETag of an answer, or *");
        }
        return matcher.group(1);
    }
}
