package dev.edgewise.scheduler.plugins.volumes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects.Capacity;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestStorage;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The index by the labels of volumes and capacities finds for each node what a walk over all of them finds. */
class VolumeCandidatesTest {
    private static final List<Node> NODES = IntStream.range(0, 6)
            .mapToObj(i -> node("n" + i).zone("z" + i % 2).build())
            .toList();

    @Test
    void aNodeTakesTheVolumeThatAWalkFinds() {
        int found = 0;
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ClusterStorageObjects storage = ClusterStorageObjects.EMPTY;
            for (int i = 0; i < random.nextInt(12); i++) {
                storage = storage.withVolume(volume("v" + i, random));
            }
            VolumeClaim claim = TestStorage.claim("data", "disk", random.nextInt(4));
            VolumeCandidates supply =
                    VolumeCandidates.of(List.of(claim), storage).get(0);
            for (Node node : NODES) {
                Set<String> taken = random.nextBoolean() ? Set.of() : Set.of("v1", "v2");
                Volume expected = walk(claim, node, storage, taken);
                assertThat(supply.volumeFor(node, taken))
                        .as("seed %s, %s", seed, node.name())
                        .isEqualTo(expected);
                found += expected == null ? 0 : 1;
            }
        }
        // The seeds are not all of one kind.
        assertThat(found).isBetween(500, 2_500);
    }

    @Test
    void aNodeHasTheSpaceThatAWalkFinds() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            ClusterStorageObjects storage = ClusterStorageObjects.EMPTY
                    .withClass(TestStorage.made("made"))
                    .withDriver("csi.example", true);
            for (int i = 0; i < random.nextInt(5); i++) {
                LabelSelector nodes = LabelSelector.of(requirements(random));
                storage = storage.withCapacity(new Capacity(
                        TestStorage.key("c" + i),
                        random.nextInt(4) == 0 ? "other" : "made",
                        random.nextInt(9) == 0 ? LabelSelector.NOTHING : nodes,
                        random.nextInt(4)));
            }
            VolumeClaim claim = TestStorage.claim("data", "made", random.nextInt(4));
            VolumeCandidates supply =
                    VolumeCandidates.of(List.of(claim), storage).get(0);
            for (Node node : NODES) {
                boolean space = storage.capacities().values().stream()
                        .anyMatch(capacity -> capacity.storageClass().equals("made")
                                && capacity.largestBytes() >= claim.requestedBytes()
                                && capacity.nodes().matches(node.labels()));
                assertThat(supply.whyNotProvisioned(node))
                        .as("seed %s, %s", seed, node.name())
                        .isEqualTo(space ? null : VolumePlan.NO_SPACE);
            }
        }
    }

    private static @Nullable Volume walk(
            VolumeClaim claim, Node node, ClusterStorageObjects storage, Set<String> taken) {
        List<Volume> large = storage.volumes().byName().values().stream()
                .filter(volume -> volume.capacityBytes() >= claim.requestedBytes() && !taken.contains(volume.name()))
                .toList();
        if (large.stream().anyMatch(volume -> volume.isReservedFor(claim))) {
            return large.stream()
                    .filter(volume -> volume.isReservedFor(claim) && volume.isUsableOn(node))
                    .findFirst()
                    .orElse(null);
        }
        return large.stream()
                .filter(volume -> volume.claim() == null && volume.isUsableOn(node))
                .min(Comparator.comparingLong(Volume::capacityBytes).thenComparing(Volume::name))
                .orElse(null);
    }

    /** The first may be kept for the claim, the second for another. */
    private static Volume volume(String name, Random random) {
        Volume.Reserved kept = random.nextInt(4) > 0
                ? null
                : name.equals("v0")
                        ? new Volume.Reserved(TestStorage.key("data"), "")
                        : name.equals("v3") ? new Volume.Reserved(TestStorage.key("other"), "") : null;
        List<NodeTerm> affinity = random.nextInt(8) == 0
                ? null
                : IntStream.range(0, 1 + random.nextInt(2))
                        .mapToObj(i -> term(random))
                        .toList();
        return new Volume(
                name,
                Map.of(),
                "disk",
                random.nextInt(5),
                TestStorage.ONE_NODE,
                "Filesystem",
                true,
                false,
                affinity,
                kept,
                "",
                null,
                false);
    }

    private static NodeTerm term(Random random) {
        List<Requirement> fields = random.nextInt(5) == 0
                ? List.of(Requirement.in(NodeTerm.NAME_FIELD, "n" + random.nextInt(6)))
                : List.of();
        return new NodeTerm(requirements(random), fields);
    }

    private static List<Requirement> requirements(Random random) {
        Requirement zone = Requirement.in(TestNodes.ZONE, "z" + random.nextInt(3));
        Requirement host = Requirement.in(TestNodes.HOSTNAME, "n" + random.nextInt(6), "n" + random.nextInt(6));
        return switch (random.nextInt(5)) {
            case 0 -> List.of();
            case 1 -> List.of(zone);
            case 2 -> List.of(zone, host);
            case 3 -> List.of(new Requirement(TestNodes.ZONE, Requirement.Operator.NOT_IN, List.of("z0")));
            default -> List.of(host);
        };
    }
}
