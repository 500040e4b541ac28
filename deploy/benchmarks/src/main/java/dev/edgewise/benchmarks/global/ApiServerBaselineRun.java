package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The calls without which no request can be completed, sent by sixteen clients as fast as the API server answers, while
 * each pod is made ready as for the service: what the API server alone bears. There is no service, no decision and no
 * wait.
 */
final class ApiServerBaselineRun {
    private static final String SPACE = "/api/v1/namespaces/" + GlobalCluster.NAMESPACE;
    private static final double NANOS = 1e9;
    private static final String REQUEST =
            "{\"apiVersion\":\"edgewise.dev/v1alpha1\",\"kind\":\"GlobalRequest\",\"metadata\":{\"name\":\"%1$s\",\"finalizers\":[\"edgewise.dev/global\"]},"
                    + "\"spec\":{\"clusters\":[[\"here\"]],\"manifests\":{\"inline\":"
                    + "\"{apiVersion: v1, kind: Pod, metadata: {name: %1$s}, spec: {automountServiceAccountToken: false,"
                    + " containers: [{name: main, image: pause, resources: {requests: {cpu: 10m}}}]}}\"}}}";
    private static final String ANCHOR =
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%1$s\",\"labels\":{\"edgewise.dev/request\":\"%1$s\"}},"
                    + "\"data\":{\"objects\":\"[{\\\"kind\\\":\\\"Pod\\\",\\\"name\\\":\\\"%1$s\\\"}]\"}}";
    private static final String POD =
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"%1$s\",\"labels\":{\"edgewise.dev/request\":\"%1$s\"}},"
                    + "\"spec\":{\"automountServiceAccountToken\":false,\"containers\":[{\"name\":\"main\",\"image\":\"pause\","
                    + "\"resources\":{\"requests\":{\"cpu\":\"10m\"}}}]}}";
    private static final String STATUS =
            "{\"status\":{\"phase\":\"%s\",\"observedGeneration\":1,\"failures\":0,\"attemptCount\":1,\"cluster\":\"here\",\"message\":\"\","
                    + "\"startedAt\":\"2026-01-01T00:00:00Z\",\"attempts\":[{\"number\":1,\"round\":0,\"level\":0,\"cluster\":\"here\",\"clusterUid\":\"u\","
                    + "\"phase\":\"%s\",\"startedAt\":\"2026-01-01T00:00:00Z\",\"deadline\":\"2026-01-01T00:05:00Z\",\"since\":\"2026-01-01T00:00:00Z\",\"reason\":\"\"}],"
                    + "\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"observedGeneration\":1,\"lastTransitionTime\":\"2026-01-01T00:00:00Z\","
                    + "\"reason\":\"%1$s\",\"message\":\"\"}]}}";
    private static final String EVENT =
            "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"%1$s.1\"},\"involvedObject\":{\"apiVersion\":\"edgewise.dev/v1alpha1\","
                    + "\"kind\":\"GlobalRequest\",\"namespace\":\"" + GlobalCluster.NAMESPACE
                    + "\",\"name\":\"%1$s\"},"
                    + "\"type\":\"Normal\",\"reason\":\"Completed\",\"message\":\"ready in here\",\"count\":1}";

    private final ClusterApi api;
    private final PodStarter starter;

    /** @param starter makes pods of the namespace ready */
    ApiServerBaselineRun(ClusterApi api, PodStarter starter) {
        this.api = api;
        this.starter = starter;
    }

    /** Sends the calls of so many requests; returns how many requests they would have completed a second. */
    double run(String prefix, int requests) throws IOException, InterruptedException {
        List<String> names =
                IntStream.range(0, requests).mapToObj(i -> prefix + "-" + i).toList();
        int started = starter.started() + requests;
        long begin = System.nanoTime();
        api.each(names, this::send);
        while (starter.started() < started) {
            starter.requireWorking();
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return requests / ((System.nanoTime() - begin) / NANOS);
    }

    /**
     * Two records, the anchor, the question whether the attempt is still wanted, the pod, a look at the member's uid,
     * anchor and pod, and an event.
     */
    private void send(String name) throws IOException {
        String request = GlobalCluster.REQUESTS + "/" + name;
        api.create(GlobalCluster.REQUESTS, of(REQUEST, name));
        api.patch(request + "/status", of(STATUS, "Scheduling", "Trying"));
        api.create(SPACE + "/configmaps", of(ANCHOR, name));
        api.get(request);
        api.create(SPACE + "/pods", of(POD, name));
        api.get("/api/v1/namespaces/kube-system");
        api.get(SPACE + "/configmaps/" + name);
        api.get(SPACE + "/pods/" + name);
        api.patch(request + "/status", of(STATUS, "Completed", "Ready"));
        api.create(SPACE + "/events", of(EVENT, name));
    }

    private static String of(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
