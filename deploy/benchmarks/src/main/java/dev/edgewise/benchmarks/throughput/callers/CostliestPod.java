package dev.edgewise.benchmarks.throughput.callers;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The pod that is dearest to explain among those that the service takes. */
final class CostliestPod {
    private static final int NEEDS = 32;
    private static final int TERMS = 400;

    private CostliestPod() {}

    /**
     * JSON of a pod with as many delay needs as are allowed, preferably towards workloads that run everywhere; hundreds
     * of affinity terms and tolerations; a quantity of maximum length.
     */
    static String json(String namespace, List<String> workloads, List<String> nodes) {
        String needs = IntStream.range(0, NEEDS)
                .mapToObj(i -> i < workloads.size() ? workloads.get(i) : nodes.get(i % nodes.size()))
                .distinct()
                .map(reference -> "\"delay_" + reference + "\":\"100\"")
                .collect(Collectors.joining(","));
        return "{\"metadata\":{\"namespace\":\"" + namespace + "\",\"labels\":{" + needs + "}},\"spec\":{"
                + "\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"0." + "1".repeat(90)
                + "\"}}}],"
                + "\"tolerations\":[" + each("{\"key\":\"k%d\",\"operator\":\"Exists\"}") + "],"
                + "\"affinity\":{\"podAntiAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":["
                + each(
                        "{\"weight\":1,\"podAffinityTerm\":{\"topologyKey\":\"kubernetes.io/hostname\",\"labelSelector\":"
                                + "{\"matchExpressions\":[{\"key\":\"app\",\"operator\":\"NotIn\",\"values\":[\"x%d\"]}]}}}")
                + "]}}}}";
    }

    private static String each(String element) {
        return IntStream.range(0, TERMS)
                .mapToObj(i -> element.replace("%d", Integer.toString(i)))
                .collect(Collectors.joining(","));
    }
}
