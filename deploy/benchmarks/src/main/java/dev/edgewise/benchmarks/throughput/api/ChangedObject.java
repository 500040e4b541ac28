package dev.edgewise.benchmarks.throughput.api;

/**
 * Type and identity of a change, read from its text without parsing all of it: Kubernetes writes {@code metadata}
 * early, and in it {@code name} first.
 *
 * @param type {@code ADDED}, {@code MODIFIED} or {@code DELETED}
 * @param revision from which a watch continues after this change
 */
public record ChangedObject(String type, String name, String uid, String revision) {
    /** @throws IllegalArgumentException if the text is no change of an object */
    public static ChangedObject of(String line) {
        int metadata = Math.max(0, line.indexOf("\"metadata\":"));
        return new ChangedObject(
                text(line, "\"type\":\"", 0),
                text(line, "\"name\":\"", metadata),
                text(line, "\"uid\":\"", metadata),
                text(line, "\"resourceVersion\":\"", metadata));
    }

    private static String text(String line, String key, int from) {
        int at = line.indexOf(key, from);
        int begin = at + key.length();
        int end = line.indexOf('"', begin);
        if (at < 0 || end < 0) {
            throw new IllegalArgumentException("no change of an object: " + line);
        }
        return line.substring(begin, end);
    }
}
