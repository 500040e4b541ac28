package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member with one node of 10 CPUs, 10 GiB, 10 pods and 2 GPUs, and fields that no capacity depends on. */
class CapacityReaderIT {
    private static final String NODES =
            """
            {"items": [{"metadata": {"name": "n", "labels": {"energy-status": "low-powered"}, "managedFields": [{"fieldsV1": {"f:status": {}}}]},
              "spec": {"taints": [{"key": "k", "effect": "PreferNoSchedule"}]},
              "status": {"conditions": [{"type": "Ready", "status": "True", "message": "m"}], "images": [{"names": ["x"]}],
                "allocatable": {"cpu": "10", "memory": "10Gi", "pods": "10", "nvidia.com/gpu": "2", "hugepages-2Mi": "0"}}}]}
            """;

    private TestMember member;

    @BeforeEach
    void start() throws Exception {
        member = new TestMember(TestClock.START);
        member.answers("/api/v1/nodes", 200, NODES);
    }

    @AfterEach
    void stop() {
        member.close();
    }

    /**
     * CPU: 1 + 0.5 of the sidecar + 0.25 of overhead; 2 of the pod as a whole; 3 of the largest init container. 10 -
     * 1.75 - 2 - 3 = 3.25.
     */
    @Test
    void countsAllThatPodsRequest() throws Exception {
        member.answers(
                "/api/v1/pods",
                200,
                """
                {"items": [
                  {"metadata": {"name": "a", "labels": {"edgewise.dev/request": "r", "edgewise.dev/attempt": "2", "app": "x"}},
                   "spec": {"nodeName": "n", "overhead": {"cpu": "250m"},
                     "initContainers": [{"name": "s", "restartPolicy": "Always", "resources": {"requests": {"cpu": "500m"}}}],
                     "containers": [{"name": "c", "env": [{"name": "E", "value": "v"}],
                       "resources": {"limits": {"cpu": "8"}, "requests": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "1"}}}]},
                   "status": {"phase": "Running"}},
                  {"metadata": {"name": "b"},
                   "spec": {"nodeName": "n", "resources": {"requests": {"cpu": "2"}}, "containers": [{"resources": {"requests": {"cpu": "1"}}}]},
                   "status": {"phase": "Pending"}},
                  {"metadata": {"name": "c"},
                   "spec": {"nodeName": "n", "initContainers": [{"resources": {"requests": {"cpu": "3"}}}],
                     "containers": [{"resources": {"requests": {"cpu": "1"}}}]}},
                  {"metadata": {"name": "done"},
                   "spec": {"nodeName": "n", "containers": [{"resources": {"requests": {"cpu": "1"}}}]}, "status": {"phase": "Succeeded"}}]}
                """);

        CapacityReader.Reading reading = new CapacityReader(member.handle.requireApi()).read();

        assertThat(reading.capacity().freeMilliCpu()).containsExactly(3_250);
        assertThat(reading.capacity().freeBytes()).containsExactly(9L << 30);
        assertThat(reading.capacity().freePods()).containsExactly(7);
        assertThat(reading.capacity().freeGpus()).containsExactly(1);
        assertThat(reading.counted()).isEqualTo(Map.of("r/2", 1));
        assertThat(reading.energyPercent()).isEqualTo(27.5);
    }

    /** Fields that are never looked at are not mapped, so that nothing in them hides what a pod requests. */
    @Test
    void aFieldThatNoCapacityDependsOnMayHaveAnyType() throws Exception {
        member.answers(
                "/api/v1/pods",
                200,
                """
                {"items": [{"metadata": {"name": 7, "annotations": [], "ownerReferences": "x"}, "status": {"phase": "Running", "containerStatuses": 7},
                  "spec": {"nodeName": "n", "tolerations": "x", "containers": [{"ports": "x", "resources": {"claims": 7, "requests": {"cpu": "4"}}}]}}]}
                """);

        CapacityReader.Reading reading = new CapacityReader(member.handle.requireApi()).read();

        assertThat(reading.capacity().freeMilliCpu()).containsExactly(6_000);
    }

    /** 40 pods of 100m have 5,000 containers each: 39 of them are below 200,000 values, and 40 above. */
    @Test
    void aPageThatIsTooLongIsReadInSmallerOnes() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        member.answers("/api/v1/pods", (question, body) -> page(asked, question, 40, ",{}".repeat(4_999)));

        CapacityReader.Reading reading = new CapacityReader(member.handle.requireApi()).read();

        assertThat(asked).containsExactly("0+250", "0+125", "0+62", "0+31", "31+62");
        assertThat(reading.capacity().freeMilliCpu()).containsExactly(6_000);
    }

    /** Two pods of 9 MB are more than the 16 MiB of a page. */
    @Test
    void aPageOfTooManyBytesIsReadInSmallerOnesToo() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        member.answers(
                "/api/v1/pods",
                (question, body) -> page(asked, question, 2, ",{\"image\":\"" + "x".repeat(9_000_000) + "\"}"));

        CapacityReader.Reading reading = new CapacityReader(member.handle.requireApi()).read();

        assertThat(asked).containsExactly("0+250", "0+125", "0+62", "0+31", "0+15", "0+7", "0+3", "0+1", "1+2");
        assertThat(reading.capacity().freeMilliCpu()).containsExactly(9_800);
    }

    /**
     * Answers with a page of so many pods of 100m, each of which has further containers; the place of the next one is
     * its token.
     */
    private static Map.Entry<Integer, String> page(List<String> asked, String question, int pods, String containers) {
        int limit = Integer.parseInt(parameter(question, "limit", "0"));
        int from = Integer.parseInt(parameter(question, "continue", "0"));
        int to = Math.min(pods, from + limit);
        asked.add(from + "+" + limit);
        String pod = "{\"spec\":{\"nodeName\":\"n\",\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"100m\"}}}"
                + containers + "]}}";
        return Map.entry(
                200,
                "{\"metadata\":{\"continue\":\"" + (to < pods ? to : "") + "\"},\"items\":[" + pod
                        + ("," + pod).repeat(to - from - 1) + "]}");
    }

    private static String parameter(String question, String name, String otherwise) {
        return Pattern.compile("[?&]" + name + "=([0-9]+)")
                .matcher(question)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElse(otherwise);
    }
}
