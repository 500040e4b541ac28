package dev.edgewise.networkprobe.rtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.web.InvalidInputException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.regex.Pattern;

/** Checks the names of nodes in requests. */
final class NodeNameValidator {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,251}[A-Za-z0-9])?");

    /** Two nodes, in the direction of the measurement. */
    record Pair(String from, String to) {}

    private NodeNameValidator() {}

    static Pair pair(String from, String to) {
        Pair pair = new Pair(checked("from", from), checked("to", to));
        if (from.equals(to)) {
            throw new InvalidInputException("to", to, "another node than from");
        }
        return pair;
    }

    /** The pair that a page of pairs ended with. */
    static Pair token(String text) {
        String[] names = text.split("/", -1);
        if (names.length != 2 || names[0].isEmpty() || names[1].isEmpty()) {
            throw new InvalidInputException("continue", text, "the value that the page before returned");
        }
        return new Pair(URLDecoder.decode(names[0], UTF_8), URLDecoder.decode(names[1], UTF_8));
    }

    /** Formats a token for {@link #token(String)}; files may use any text as a node name. */
    static String token(String from, String to) {
        return URLEncoder.encode(from, UTF_8) + '/' + URLEncoder.encode(to, UTF_8);
    }

    private static String checked(String field, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException(
                    field, name, "a node's name: letters, digits, '-', '_' and '.', at most 253 characters");
        }
        return name;
    }
}
