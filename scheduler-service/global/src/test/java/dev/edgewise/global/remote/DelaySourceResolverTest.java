package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members: edge and cloud for namespace shop, and far for namespace other. */
class DelaySourceResolverTest {
    private final MemberRegistry registry =
            new MemberRegistry(TestMember.LIMITS, () -> true, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), () -> 0);
    private final DelaySourceResolver sources = new DelaySourceResolver(registry, () -> 0);

    @BeforeEach
    void members() {
        add("edge", "shop");
        add("cloud", "shop");
        add("far", "other");
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private void add(String name, String namespace) {
        registry.secret(TestSecrets.member("member-" + name, name, "1", Map.of("edgewise.dev/namespaces", namespace)));
    }

    @Test
    void theSourceMustBeAMemberThatTheNamespaceMayUse() {
        assertThat(problem(PolicyType.LOW_LATENCY, "edge", "")).isEmpty();
        assertThat(problem(PolicyType.LOW_LATENCY, "egde", ""))
                .isEqualTo("spec.policy.sourceCluster is egde: it must be the name of a member that namespace shop may"
                        + " use");
        assertThat(problem(PolicyType.LOW_LATENCY, "far", ""))
                .isEqualTo("spec.policy.sourceCluster is far: it must be the name of a member that namespace shop may"
                        + " use");
    }

    @Test
    void theClusterOfResultsMustBeAMemberThatTheNamespaceMayUse() {
        assertThat(problem(PolicyType.RESPONSE_TIME, "edge", "cloud")).isEmpty();
        assertThat(problem(PolicyType.RESPONSE_TIME, "", "cloud")).isEmpty();
        assertThat(problem(PolicyType.RESPONSE_TIME, "edge", "clod"))
                .isEqualTo("spec.policy.call.resultCluster is clod: it must be the name of a member that namespace"
                        + " shop may use");
        assertThat(problem(PolicyType.RESPONSE_TIME, "", "far"))
                .isEqualTo("spec.policy.call.resultCluster is far: it must be the name of a member that namespace shop"
                        + " may use");
    }

    /** Other policies do not estimate how long results travel. */
    @Test
    void theClusterOfResultsCountsForResponseTimeOnly() {
        assertThat(problem(PolicyType.LOW_LATENCY, "edge", "clod")).isEmpty();
        assertThat(problem(PolicyType.COST, "", "clod")).isEmpty();
    }

    private String problem(PolicyType type, String source, String result) {
        FunctionCallSpec call = new FunctionCallSpec(20, 0, 1, result);
        GlobalRequest request = TestRequests.of("a", "[edge]")
                .request()
                .with(new Policy(type, source, "", "", RankedResource.ALL, "", call));
        return sources.resolve(request).problem();
    }
}
