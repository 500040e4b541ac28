package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.common.TruncatedText;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link ExtenderVerb#PREEMPT} is sent: of victims their uids only. Serves one body. */
public final class PreemptRequestReader {
    private static final int MAX_VICTIMS = 200_000;
    /** The maximum length of a node's name in messages, that of an object's name, in characters. */
    private static final int MAX_NAME_LENGTH = 253;

    private @Nullable RequestPod pod;
    private Map<String, NodeVictims> pods = Map.of();
    private Map<String, NodeVictims> meta = Map.of();
    private int count;

    private PreemptRequestReader() {}

    /** @throws InvalidBodyException naming the first field that is not as it should be */
    public static PreemptRequest read(RequestBody body) {
        PreemptRequestReader reader = new PreemptRequestReader();
        JsonCursor.readObject(body, reader::field);
        Map<String, NodeVictims> victims = reader.meta.isEmpty() ? reader.pods : reader.meta;
        return new PreemptRequest(body, ExtenderRequestReader.required(reader.pod), victims);
    }

    private void field(String name, JsonCursor cursor) {
        switch (JsonCursor.lower(name)) {
            case "pod" -> pod = PodVersionReader.read(cursor);
            case "nodenametovictims" -> pods = byNode("NodeNameToVictims", cursor);
            case "nodenametometavictims" -> meta = byNode("NodeNameToMetaVictims", cursor);
            default -> cursor.skip();
        }
    }

    private Map<String, NodeVictims> byNode(String path, JsonCursor cursor) {
        Map<String, NodeVictims> byNode = new LinkedHashMap<>();
        cursor.object(path, node -> {
            byNode.put(node, victims(path + "." + TruncatedText.of(node, MAX_NAME_LENGTH), cursor));
            JsonCursor.requireAtMost(byNode.size(), ExtenderRequestReader.MAX_NODES, path);
        });
        return byNode;
    }

    private NodeVictims victims(String path, JsonCursor cursor) {
        List<String> uids = new ArrayList<>();
        long[] violations = new long[1];
        String pods = path + ".Pods";
        String each = pods + "[]";
        cursor.object(path, field -> {
            switch (JsonCursor.lower(field)) {
                case "pods" -> cursor.list(pods, MAX_VICTIMS, i -> victim(each, cursor, uids));
                case "numpdbviolations" -> violations[0] = cursor.number(path + ".NumPDBViolations");
                default -> cursor.skip();
            }
        });
        return uids.isEmpty() && violations[0] == 0 ? NodeVictims.NONE : new NodeVictims(uids, violations[0]);
    }

    /** Reads the uid of a victim from the pod's metadata or, if only the uid was sent, from its own field. */
    private void victim(String path, JsonCursor cursor, List<String> uids) {
        JsonCursor.requireAtMost(++count, MAX_VICTIMS, path);
        cursor.object(path, field -> {
            switch (JsonCursor.lower(field)) {
                case "uid" -> uids.add(cursor.text(path + ".UID"));
                case "metadata" ->
                    cursor.object(path + ".metadata", inner -> {
                        if (inner.equals("uid")) {
                            uids.add(cursor.text(path + ".metadata.uid"));
                        } else {
                            cursor.skip();
                        }
                    });
                default -> cursor.skip();
            }
        });
    }
}
