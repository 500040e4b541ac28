package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.cluster.LocationClass;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The charge of a member: by its energy-adapter, else by the labels that energy-adapter writes. */
@Timeout(180)
class MemberDelayAndBatteryCacheIT {
    private static final String ENERGY =
            "/api/v1/namespaces/edgewise/services/energy-adapter:8080/proxy/api/v1/energy?";

    private TestMember member;

    @AfterEach
    void stop() {
        member.close();
    }

    /** Labels: (87.5 + 57.5) / 2. */
    @Test
    void labelsOfTheNodesSayTheChargeWhereNoServiceIsAsked() throws Exception {
        start(Map.of());

        assertThat(member.handle.member().energyPercent()).isEqualTo(72.5);
    }

    /** Two pages: (91 + 53) / 2; the stale reading does not count. */
    @Test
    void energyAdapterTellsTheChargeOfEachNode() throws Exception {
        start(Map.of(MemberServiceClient.ENERGY_ADAPTER, "edgewise"));
        member.answers(
                ENERGY,
                200,
                "{\"items\": [{\"node\": \"a\", \"percent\": 91, \"stale\": false}, {\"node\": \"b\", \"percent\": 2,"
                        + " \"stale\": true}], \"continue\": \"b\"}");
        member.answers(
                ENERGY + "&limit=500&continue=b",
                200,
                "{\"items\": [{\"node\": \"c\", \"percent\": 53, \"stale\": false}], \"continue\": null}");

        Objects.requireNonNull(member.handle.signals()).readDue(Runnable::run);

        assertThat(member.handle.member().energyPercent()).isEqualTo(72);
    }

    @Test
    void labelsCountWhereEnergyAdapterDoesNotAnswer() throws Exception {
        start(Map.of(MemberServiceClient.ENERGY_ADAPTER, "edgewise"));
        member.answers(ENERGY, 503, "{\"message\": \"no endpoints available\"}");

        Objects.requireNonNull(member.handle.signals()).readDue(Runnable::run);

        assertThat(member.handle.member().energyPercent()).isEqualTo(72.5);
    }

    private void start(Map<String, String> services) throws Exception {
        member = new TestMember(
                Instant.EPOCH,
                new MemberSettings(
                        LocationClass.EDGE, 0, Map.of(), Map.of(), Map.of(), "", services, "", 1_000, 1, ""));
        member.answers(
                "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                201,
                "{\"status\": {\"userInfo\": {\"username\": \"system:serviceaccount:m:g\"}}}");
        member.answers("/api/v1/namespaces/m/serviceaccounts/g/token", 201, "{\"status\": {\"token\": \"t\"}}");
        member.answers(
                "/api/v1/nodes",
                200,
                "{\"items\": [{\"metadata\": {\"name\": \"a\", \"labels\": {\"energy-status\": \"well-powered\"}}},"
                        + " {\"metadata\": {\"name\": \"c\", \"labels\": {\"energy-status\": \"vulnerable\"}}}]}");
        member.answers("/api/v1/pods", 200, "{\"items\": []}");
        assertThat(member.handle.capacity().read(Runnable::run)).isCompletedWithValue(true);
    }
}
