package dev.edgewise.benchmarks.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ApiServerLoadTest {
    private static final String BEFORE =
            """
            # TYPE apiserver_request_total counter
            apiserver_request_total{code="201",component="apiserver",dry_run="",group="",resource="pods",scope="resource",subresource="",verb="POST",version="v1"} 5
            # TYPE process_cpu_seconds_total counter
            process_cpu_seconds_total 12.5
            """;
    private static final String AFTER =
            """
            apiserver_request_total{code="201",component="apiserver",dry_run="",group="",resource="pods",scope="resource",subresource="",verb="POST",version="v1"} 100
            apiserver_request_total{code="409",component="apiserver",dry_run="",group="",resource="pods",scope="resource",subresource="",verb="POST",version="v1"} 5
            apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="pods",scope="resource",subresource="status",verb="PATCH",version="v1"} 1e+02
            apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="pods",scope="namespace",subresource="",verb="WATCH",version="v1"} 7
            apiserver_request_total{code="200",component="apiserver",dry_run="",group="coordination.k8s.io",resource="leases",scope="resource",subresource="",verb="PUT",version="v1"} 1
            process_cpu_seconds_total 13.7
            """;

    /** 100 pods were created with 5 conflicts, after 5 before; there are more answers than one for each code. */
    @Test
    void countsCallsByVerbAndResource() {
        ApiServerLoad load = ApiServerLoad.parse(AFTER).since(ApiServerLoad.parse(BEFORE));

        assertThat(load.calls())
                .containsOnly(entry("POST pods", 100), entry("PATCH pods/status", 100), entry("PUT leases", 1));
        // (100 + 100 + 1) ÷ 100, and 1.2 s ÷ 100.
        assertThat(load.callsPer(100)).isEqualTo(2.01);
        assertThat(load.cpuMillisPer(100)).isCloseTo(12, within(1e-6));
        assertThat(load.table(100)).isEqualTo("PATCH pods/status 1.00, POST pods 1.00, PUT leases 0.01");
        assertThat(load.table(200)).isEqualTo("PATCH pods/status 0.50, POST pods 0.50");
    }

    private static Map.Entry<String, Long> entry(String call, long count) {
        return Map.entry(call, count);
    }
}
