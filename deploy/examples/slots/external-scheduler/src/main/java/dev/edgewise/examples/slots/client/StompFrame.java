package dev.edgewise.examples.slots.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A frame of STOMP 1.2 (<a href="https://stomp.github.io/stomp-specification-1.2.html">specification</a>).
 *
 * @param headers as they are meant: without escapes
 */
record StompFrame(String command, Map<String, String> headers, String body) {
    StompFrame {
        headers = Map.copyOf(headers);
    }

    /** Returns the text of a WebSocket message. */
    String encoded() {
        StringBuilder text = new StringBuilder(command).append('\n');
        headers.forEach((name, value) ->
                text.append(escaped(name)).append(':').append(escaped(value)).append('\n'));
        return text.append('\n').append(body).append('\0').toString();
    }

    /** Reads the text of a WebSocket message, which is one frame or a heart-beat. */
    static StompFrame decoded(String text) {
        // A heart-beat is a line break, which may also follow a frame.
        int from = 0;
        while (from < text.length() && (text.charAt(from) == '\n' || text.charAt(from) == '\r')) {
            from++;
        }
        int end = text.indexOf('\0', from);
        String frame = text.substring(from, end < 0 ? text.length() : end);
        int body = frame.indexOf("\n\n");
        int bodyWithReturns = frame.indexOf("\r\n\r\n");
        boolean returns = bodyWithReturns >= 0 && (body < 0 || bodyWithReturns < body);
        int headEnd = returns ? bodyWithReturns : body;
        String head = headEnd < 0 ? frame : frame.substring(0, headEnd);
        String[] lines = head.split("\r?\n");
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                // The first of several headers of one name counts.
                headers.putIfAbsent(unescaped(lines[i].substring(0, colon)), unescaped(lines[i].substring(colon + 1)));
            }
        }
        return new StompFrame(lines[0], headers, headEnd < 0 ? "" : frame.substring(headEnd + (returns ? 4 : 2)));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\r", "\\r")
                .replace("\n", "\\n")
                .replace(":", "\\c");
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\\' && i + 1 < text.length()) {
                i++;
                character = switch (text.charAt(i)) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 'c' -> ':';
                    default -> text.charAt(i);
                };
            }
            plain.append(character);
        }
        return plain.toString();
    }
}
