package dev.edgewise.global;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the anchors and pods in members with the records of the requests, each of which has one pod. */
final class PlacedWork {
    private PlacedWork() {}

    /**
     * Returns what is wrong; empty if each request is completed in one cluster, where its anchor and its pod are of the
     * attempt that is ready, and there is nothing else in any member.
     */
    static List<String> problems(TestManagement management, List<RealMember> members) {
        List<String> problems = new ArrayList<>();
        Set<String> expected = new HashSet<>();
        for (GenericKubernetesResource request : management.all()) {
            List<Map<String, Object>> attempts = request.get("status", "attempts");
            List<Map<String, Object>> ready = attempts == null
                    ? List.of()
                    : attempts.stream()
                            .filter(attempt -> "Ready".equals(attempt.get("phase")))
                            .toList();
            if (ready.size() != 1 || !"Completed".equals(request.get("status", "phase"))) {
                problems.add("not done once: " + request.getMetadata().getName() + " " + request.get("status"));
            }
            for (Map<String, Object> attempt : ready) {
                String work =
                        attempt.get("cluster") + " " + request.getMetadata().getUid() + "/" + attempt.get("number");
                expected.addAll(List.of(work + " ConfigMap", work + " Pod"));
            }
        }
        for (RealMember member : members) {
            for (String work : member.work()) {
                if (!expected.remove(work)) {
                    problems.add("left over: " + work);
                }
            }
        }
        expected.forEach(work -> problems.add("missing: " + work));
        return problems;
    }
}
