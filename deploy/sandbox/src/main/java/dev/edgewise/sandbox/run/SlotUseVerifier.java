package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Records who used which slot, independently of what the scheduler says about it. For one thread. */
final class SlotUseVerifier {
    /** The annotation's value without the epoch: a slot of a testbed. */
    private static final String EPOCH = "/[0-9]+$";

    private final Set<String> mistakes = new TreeSet<>();
    private final Map<String, Map<String, List<Integer>>> requested = new HashMap<>();
    private final Map<String, String> nodeOfSlot = new HashMap<>();

    /** Looks at all pods at one moment: each slot has one pod at most, and stays on its node. */
    void look(List<Pod> pods) {
        Map<String, String> users = new HashMap<>();
        for (Pod pod : pods) {
            Map<String, String> annotations = pod.getMetadata().getAnnotations();
            String value = annotations == null ? null : annotations.get(Names.SLOT_ANNOTATION);
            String node = pod.getSpec().getNodeName();
            if (value == null || node == null) {
                continue;
            }
            String slot = value.replaceFirst(EPOCH, "");
            String name = pod.getMetadata().getName();
            String other = users.put(slot, name);
            if (other != null) {
                mistakes.add("pods " + other + " and " + name + " were in slot " + slot);
            }
            String before = nodeOfSlot.putIfAbsent(slot, node);
            if (before != null && !before.equals(node)) {
                mistakes.add("slot " + slot + " was on " + before + " and on " + node);
            }
        }
    }

    /** Notes which slots each Scheduling asks for. */
    void requested(List<JsonNode> schedulings) {
        schedulings.forEach(one -> requested.put(one.path("name").asText(), CoLocatedJobs.slots(one)));
    }

    /**
     * Compares the runs of jobs with the slots that their Schedulings asked for; returns how many runs were compared.
     */
    int compare(List<JsonNode> jobs) {
        int compared = 0;
        for (JsonNode job : jobs) {
            String name = job.path("name").asText();
            for (JsonNode run : job.path("runs")) {
                String scheduling = run.path("scheduling").asText();
                List<Integer> wanted =
                        requested.getOrDefault(scheduling, Map.of()).get(name);
                Set<Integer> had = new HashSet<>();
                run.path("slots").forEach(slot -> had.add(slot.asInt()));
                if (wanted != null) {
                    compared++;
                    if (!had.equals(new HashSet<>(wanted))) {
                        mistakes.add(name + " of " + scheduling + " was in slots " + had + " instead of " + wanted);
                    }
                }
            }
        }
        return compared;
    }

    Set<String> mistakes() {
        return mistakes;
    }
}
