package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.model.Resources;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReservationConverterTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String FULL =
            """
            apiVersion: edgewise.dev/v1alpha1
            kind: Reservation
            metadata: {name: r, namespace: shop, uid: u1, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec:
              node: edge-1
              resources: {cpu: 500m, memory: 1Gi, example.com/gpu: 1}
              for: {selector: {matchLabels: {app: cart}, matchExpressions: [{key: tier, operator: Exists}]}}
              ttlSeconds: 60
              reason: a move
            status: {phase: Taken, pod: cart-1}
            """;

    private static Reservation read(String yaml) throws IOException {
        return ReservationConverter.convert(YAML.readTree(yaml));
    }

    @Test
    void readsAllFields() throws IOException {
        assertThat(read(FULL))
                .isEqualTo(new Reservation(
                        new ReservationKey("shop", "r"),
                        "u1",
                        "edge-1",
                        new Resources(500, 1L << 30, 0, Map.of("example.com/gpu", 1L)),
                        new ReservationPodMatcher.Selected(LabelSelector.of(List.of(
                                Requirement.in("app", "cart"),
                                new Requirement("tier", Requirement.Operator.EXISTS, List.of())))),
                        Duration.ofMinutes(1),
                        Instant.parse("2026-01-01T00:00:00Z"),
                        "a move",
                        false,
                        null,
                        new ReservationStatus(Phase.TAKEN, "cart-1", "", "")));
        assertThat(read(FULL).user()).hasToString("app=cart,tier");
    }

    @Test
    void readsAnOwnerAndFillsInWhatIsLeftOut() throws IOException {
        Reservation read = read(
                """
                metadata: {name: r, namespace: shop}
                spec: {node: n, resources: {}, for: {ownerReference: {uid: u2, kind: ReplicaSet, name: cart-5d8f}}}
                """);
        assertThat(read.user()).isEqualTo(new ReservationPodMatcher.Owner("u2", "ReplicaSet/cart-5d8f"));
        assertThat(read.timeToLive()).isEqualTo(Duration.ofMinutes(5));
        assertThat(read.requests()).isEqualTo(Resources.NONE);
        assertThat(read.status()).isEqualTo(ReservationStatus.NEW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    node: edge-1 | node: ''    | spec.node is "": must be a text that is not empty
                    cpu: 500m    | cpu: -1     | spec.resources.cpu is "-1": must be a quantity of 0 or more
                    cpu: 500m    | cpu: much   | spec.resources.cpu is
                    ttlSeconds: 60 | ttlSeconds: 0     | spec.ttlSeconds is "0": must be a whole number, 1 to 86400
                    ttlSeconds: 60 | ttlSeconds: 86401 | spec.ttlSeconds is "86401": must be a whole number, 1 to 86400
                    ttlSeconds: 60 | ttlSeconds: soon  | spec.ttlSeconds is
                    operator: Exists | operator: Near  | spec.for.selector.matchExpressions[0].operator is "Near"
                    'for: {'     | 'for: {ownerReference: {uid: u},'  | spec.for.ownerReference, selector is "both": must be exactly one of both
                    selector     | other       | spec.for.ownerReference, selector is nothing: must be exactly one of both
                    """)
    void aWrongFieldIsNamed(String before, String after, String message) {
        assertThatThrownBy(() -> read(FULL.replace(before, after))).hasMessageStartingWith(message);
    }

    /** An older definition, which sets no bounds, may be installed. */
    @Test
    void namesThatNoResourceHasAndSelectorsThatFillTheHeapAreRefused() throws IOException {
        assertThatThrownBy(() -> read(FULL.replace("example.com/gpu:", "? a/" + "g".repeat(45_000) + " :")))
                .hasMessageMatching("spec.resources is \"a/g+\"...: must be at most 317 characters");
        assertThatThrownBy(() -> read(FULL.replace("app: cart", "? " + "k".repeat(70_000) + " : cart")))
                .hasMessageStartingWith("spec.for.selector is \"70")
                .hasMessageContaining("at most 65536 bytes in memory");
        assertThat(read(FULL.replace("example.com/gpu", "a/" + "g".repeat(315)))
                        .requests()
                        .scalars())
                .hasSize(1);
    }

    /** The largest selector that the definition admits must be readable. */
    @Test
    void theLargestSelectorOfTheDefinitionIsRead() throws IOException {
        StringBuilder labels = new StringBuilder();
        StringBuilder expressions = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            String key = String.format("%0317d", i);
            labels.append(i == 0 ? "" : ", ")
                    .append("\"")
                    .append(key)
                    .append("\": ")
                    .append("v".repeat(63));
            expressions
                    .append(i == 0 ? "" : ", ")
                    .append("{operator: In, key: \"")
                    .append(key)
                    .append("\", values: [");
            expressions
                    .append(("v".repeat(63) + ", ").repeat(19))
                    .append("v".repeat(63))
                    .append("]}");
        }
        Reservation read = read(
                FULL.replace("{app: cart}", "{" + labels + "}").replace("{key: tier, operator: Exists}", expressions));
        assertThat(((ReservationPodMatcher.Selected) read.user()).selector().requirements())
                .hasSize(40);
    }
}
