package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.framework.ShortText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Verb#PREEMPT} is sent: of victims their uids only. Serves one body. */
final class PreemptReader {
    private static final int MOST_VICTIMS = 200_000;
    /** Of a node's name in messages, as long as one may be, in characters. */
    private static final int LONGEST_NAME = 253;

    private @Nullable SentPod pod;
    private Map<String, Victims> pods = Map.of();
    private Map<String, Victims> meta = Map.of();
    private int count;

    private PreemptReader() {}

    /** @throws WrongBodyException naming the first field that is not as it should be */
    static PreemptQuestion read(Body body) {
        PreemptReader reader = new PreemptReader();
        Walk.through(body, reader::field);
        Map<String, Victims> victims = reader.meta.isEmpty() ? reader.pods : reader.meta;
        return new PreemptQuestion(body, QuestionReader.required(reader.pod), victims);
    }

    private void field(String name, Walk walk) {
        switch (Walk.lower(name)) {
            case "pod" -> pod = PodVersionReader.read(walk);
            case "nodenametovictims" -> pods = byNode("NodeNameToVictims", walk);
            case "nodenametometavictims" -> meta = byNode("NodeNameToMetaVictims", walk);
            default -> walk.skip();
        }
    }

    private Map<String, Victims> byNode(String path, Walk walk) {
        Map<String, Victims> byNode = new LinkedHashMap<>();
        walk.object(path, node -> {
            byNode.put(node, victims(path + "." + ShortText.of(node, LONGEST_NAME), walk));
            Walk.requireAtMost(byNode.size(), QuestionReader.MOST_NODES, path);
        });
        return byNode;
    }

    private Victims victims(String path, Walk walk) {
        List<String> uids = new ArrayList<>();
        long[] violations = new long[1];
        String pods = path + ".Pods";
        String each = pods + "[]";
        walk.object(path, field -> {
            switch (Walk.lower(field)) {
                case "pods" -> walk.list(pods, MOST_VICTIMS, i -> victim(each, walk, uids));
                case "numpdbviolations" -> violations[0] = walk.number(path + ".NumPDBViolations");
                default -> walk.skip();
            }
        });
        return uids.isEmpty() && violations[0] == 0 ? Victims.NONE : new Victims(uids, violations[0]);
    }

    /** Its uid stands in the pod's metadata, or where there is no more of it. */
    private void victim(String path, Walk walk, List<String> uids) {
        Walk.requireAtMost(++count, MOST_VICTIMS, path);
        walk.object(path, field -> {
            switch (Walk.lower(field)) {
                case "uid" -> uids.add(walk.text(path + ".UID"));
                case "metadata" ->
                    walk.object(path + ".metadata", inner -> {
                        if (inner.equals("uid")) {
                            uids.add(walk.text(path + ".metadata.uid"));
                        } else {
                            walk.skip();
                        }
                    });
                default -> walk.skip();
            }
        });
    }
}
