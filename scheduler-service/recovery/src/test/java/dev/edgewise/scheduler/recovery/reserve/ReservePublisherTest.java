package dev.edgewise.scheduler.recovery.reserve;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReservePublisherTest {
    private static final Duration REST = Duration.ofSeconds(2);

    private final Api api = new Api();

    /** An API server that stores one object for each name, and whose watch is read by {@link #watch}. */
    private static final class Api implements ReserveWriter {
        final Scenario scenario =
                new Scenario(BuiltInProfiles.edgewise(), 1, new ProtectionRules(Set.of("edgewise"), 1));
        final Map<String, BackupReserveObject> stored = new TreeMap<>();
        final List<String> written = new ArrayList<>();
        boolean answers = true;
        boolean shows = true;
        private int uids;
        ReservePublisher reserve = leader();

        Api() {
            scenario.feed.reservations().serve(true);
        }

        ReservePublisher leader() {
            return new ReservePublisher(scenario.state, scenario.decisions, this, shows, scenario.ticker);
        }

        @Override
        public @Nullable BackupReserveObject create(Content content) {
            written.add("create " + content.name());
            if (!answers || stored.containsKey(content.name())) {
                return null;
            }
            return store(new BackupReserveObject(
                    new ReservationKey("edgewise", content.name()),
                    "uid-" + uids++,
                    1,
                    content.node(),
                    content.keeps(),
                    null,
                    content.reason(),
                    Instant.EPOCH,
                    false,
                    ReservationStatus.NEW));
        }

        @Override
        public @Nullable BackupReserveObject update(BackupReserveObject known, Content content) {
            written.add("update " + content.name());
            boolean isCurrent = stored.containsKey(content.name())
                    && stored.get(content.name()).uid().equals(known.uid())
                    && stored.get(content.name()).generation() == known.generation();
            return answers && isCurrent ? edit(known.key().name(), content.keeps(), content.reason()) : null;
        }

        BackupReserveObject edit(String name, ResourceDemand keeps, String reason) {
            BackupReserveObject before = Objects.requireNonNull(stored.get(name));
            return store(new BackupReserveObject(
                    before.key(),
                    before.uid(),
                    before.generation() + 1,
                    before.node(),
                    keeps,
                    null,
                    reason,
                    before.createdAt(),
                    false,
                    before.status()));
        }

        @Override
        public void write(BackupReserveObject known, ReservationStatus status) {
            written.add("status " + known.key().name());
            BackupReserveObject before = stored.get(known.key().name());
            if (answers && before != null && before.uid().equals(known.uid())) {
                store(new BackupReserveObject(
                        before.key(),
                        before.uid(),
                        before.generation(),
                        before.node(),
                        before.keeps(),
                        before.problem(),
                        before.reason(),
                        before.createdAt(),
                        before.deleted(),
                        status));
            }
        }

        @Override
        public void delete(BackupReserveObject known) {
            written.add("delete " + known.key().name());
            if (answers) {
                stored.remove(known.key().name());
            }
        }

        private BackupReserveObject store(BackupReserveObject one) {
            stored.put(one.key().name(), one);
            return one;
        }

        void watch() {
            for (BackupReserveObject known : scenario.state.reservations().shown()) {
                if (!stored.containsKey(known.key().name())) {
                    scenario.feed.reservations().remove(known.key());
                }
            }
            stored.values().forEach(scenario.feed.reservations()::put);
        }

        void step() {
            scenario.pass(REST);
            reserve.step();
            watch();
        }

        /** Returns the writes of as many further steps. */
        List<String> writesOf(int steps) {
            written.clear();
            for (int i = 0; i < steps; i++) {
                step();
            }
            return written;
        }

        Map<String, ResourceDemand> said() {
            return stored.values().stream()
                    .collect(Collectors.toMap(BackupReserveObject::node, BackupReserveObject::keeps));
        }

        Map<String, ResourceDemand> kept() {
            Map<String, ResourceDemand> kept = new HashMap<>();
            scenario.state
                    .snapshot()
                    .get(BackupIndex.FACT)
                    .byBackup()
                    .forEach((name, cover) -> kept.put(name, cover.reserve()));
            return kept;
        }

        long freeMemoryOf(String name) {
            return Objects.requireNonNull(scenario.state.snapshot().node(name)).freeMemory();
        }
    }

    private static TestPods.Builder on(String name, String home, String backup) {
        return pod(name)
                .controllerUid("owner-of-" + name)
                .memory("1Gi")
                .runningOn(home)
                .annotation(Names.BACKUP_NODE_ANNOTATION, backup);
    }

    private void twoPodsWithOneBackup() {
        api.scenario.nodes(
                node("n1").memory("8Gi"), node("n2").memory("8Gi"), node("n3").memory("8Gi"));
        api.scenario.pods(on("a", "n1", "n3"), on("b", "n2", "n3"));
    }

    private static ResourceDemand gigabytes(long count, int pods) {
        return new ResourceDemand(new Resources(0, count << 30, 0, Map.of()), pods);
    }

    @Test
    void eachNodeThatKeepsRoomIsShownOnceAndCountedOnce() {
        twoPodsWithOneBackup();
        long before = api.freeMemoryOf("n3");

        api.step();

        BackupReserveObject shown = Objects.requireNonNull(api.stored.get("backup-n3"));
        assertThat(api.stored).hasSize(1);
        assertThat(shown.keeps()).isEqualTo(gigabytes(1, 1));
        assertThat(shown.reason()).isEqualTo("recovery: stands in for n1, n2");
        assertThat(shown.status()).isEqualTo(new ReservationStatus(Phase.ACTIVE));
        api.scenario.state.reservations().accept(100);
        assertThat(api.freeMemoryOf("n3")).isEqualTo(before).isEqualTo(7L << 30);
        assertThat(api.writesOf(5)).isEmpty();
    }

    @Test
    void whatANodeNoLongerKeepsIsDeleted() {
        twoPodsWithOneBackup();
        api.step();
        api.scenario.gone("a", "b");

        assertThat(api.writesOf(3)).containsExactly("delete backup-n3");
        assertThat(api.stored).isEmpty();
    }

    @Test
    void theNextLeaderAdoptsWhatIsRightAndDeletesTheRest() {
        twoPodsWithOneBackup();
        api.step();
        api.create(new ReserveWriter.Content("backup-n9", "n9", gigabytes(4, 1), ""));
        api.create(new ReserveWriter.Content("by-hand", "n3", gigabytes(1, 1), ""));
        api.watch();
        api.reserve = api.leader();

        assertThat(api.writesOf(4)).containsExactlyInAnyOrder("delete backup-n9", "delete by-hand");
        assertThat(api.said()).isEqualTo(api.kept());
    }

    @Test
    void whereLessIsWrittenByHandNothingIsPlacedOnItAndTheAmountIsWrittenBack() {
        twoPodsWithOneBackup();
        api.step();
        api.edit("backup-n3", gigabytes(0, 0), "mine");
        api.watch();

        // 8 Gi less the 1 Gi that is kept, whatever the object says.
        assertThat(api.freeMemoryOf("n3")).isEqualTo(7L << 30);
        assertThat(api.writesOf(5)).containsExactly("update backup-n3", "status backup-n3");

        BackupReserveObject now = Objects.requireNonNull(api.stored.get("backup-n3"));
        assertThat(now.keeps()).isEqualTo(gigabytes(1, 1));
        assertThat(now.status())
                .isEqualTo(new ReservationStatus(
                        Phase.ACTIVE,
                        "",
                        "Corrected",
                        "spec.resources.memory was 0 and must be 1073741824, spec.resources.pods was 0 and must be 1:"
                                + " corrected"));

        api.scenario.pass(ReserveWriteHistory.NOTICE_SHOWN_FOR);
        assertThat(api.writesOf(2)).containsExactly("status backup-n3");
        assertThat(Objects.requireNonNull(api.stored.get("backup-n3")).status().message())
                .isEmpty();
    }

    @Test
    void aChangeOfOursIsNoCorrection() {
        twoPodsWithOneBackup();
        api.step();
        api.scenario.pods(on("c", "n1", "n3"));

        assertThat(api.writesOf(5)).containsExactly("update backup-n3");
        assertThat(Objects.requireNonNull(api.stored.get("backup-n3")).keeps()).isEqualTo(gigabytes(2, 2));
        assertThat(Objects.requireNonNull(api.stored.get("backup-n3")).status().message())
                .isEmpty();
    }

    @Test
    void aWatchThatIsBehindHasNothingWrittenTwice() {
        twoPodsWithOneBackup();
        api.step();
        api.scenario.pods(on("c", "n1", "n3"));
        api.scenario.pass(REST);
        api.reserve.step();
        api.scenario.pass(REST);
        api.reserve.step();
        api.scenario.pass(REST);
        api.reserve.step();

        assertThat(api.written).containsExactly("create backup-n3", "status backup-n3", "update backup-n3");
        assertThat(api.writesOf(2)).isEmpty();
    }

    @Test
    void otherHomesAreNamedLaterThanAmountsAreCorrected() {
        twoPodsWithOneBackup();
        api.step();
        api.scenario.nodes(node("n4"));
        api.scenario.pods(on("c", "n4", "n3"));

        assertThat(api.writesOf(14)).isEmpty();
        assertThat(api.writesOf(1)).containsExactly("update backup-n3");
        assertThat(Objects.requireNonNull(api.stored.get("backup-n3")).reason())
                .isEqualTo("recovery: stands in for n1, n2, n4");
    }

    @Test
    void inOneStepFewAreWrittenAndWhatFailsKeepsNoOtherWaiting() {
        for (int i = 0; i < 25; i++) {
            api.scenario.nodes(node("n" + i));
            api.scenario.pods(on("p" + i, "n" + i, "n" + (i + 1) % 25));
        }
        api.answers = false;

        for (int i = 0; i < 3; i++) {
            api.scenario.pass(Duration.ofMillis(500));
            api.written.clear();
            api.reserve.step();
            assertThat(api.written).hasSizeLessThanOrEqualTo(10);
        }
        assertThat(api.written).hasSize(5);

        api.answers = true;
        api.writesOf(10);
        assertThat(api.said()).isEqualTo(api.kept());
    }

    @Test
    void whoDoesNotDecideAndWhereTheKindIsMissingNothingIsWritten() {
        twoPodsWithOneBackup();
        api.scenario.decisions.active = false;
        assertThat(api.writesOf(2)).isEmpty();

        api.scenario.decisions.active = true;
        api.scenario.feed.reservations().serve(false);
        assertThat(api.writesOf(2)).isEmpty();
    }

    @Test
    void whereNoneAreToBeShownThoseThatAreThereAreDeleted() {
        twoPodsWithOneBackup();
        api.step();
        api.shows = false;
        api.reserve = api.leader();

        assertThat(api.writesOf(3)).containsExactly("delete backup-n3");
    }

    @Test
    void longNamesOfNodesStayApartAndWithinTheirLimit() {
        String one = "a".repeat(252) + "1";
        String other = "a".repeat(252) + "2";

        assertThat(ReserveObjectContentBuilder.name(one))
                .hasSizeLessThanOrEqualTo(253)
                .isNotEqualTo(ReserveObjectContentBuilder.name(other));
    }

    @Property(seed = "14", tries = 200)
    void theObjectsSayWhatTheCoversAreWhateverChanged(@ForAll @IntRange(max = 1_000_000) int seed) {
        Api random = new Api();
        Random draw = new Random(seed);
        for (int i = 0; i < 5; i++) {
            random.scenario.nodes(node("n" + i));
        }
        for (int step = 0; step < 60; step++) {
            change(random, draw);
            if (draw.nextInt(3) == 0) {
                random.step();
            }
        }
        random.answers = true;
        random.scenario.decisions.active = true;
        // As long as a write rests that failed often.
        random.scenario.pass(Duration.ofHours(1));
        random.writesOf(30);

        assertThat(random.said()).isEqualTo(random.kept());
        assertThat(random.writesOf(20)).isEmpty();
    }

    private static void change(Api random, Random draw) {
        String name = "p" + draw.nextInt(12);
        switch (draw.nextInt(9)) {
            case 0 -> random.scenario.gone(name);
            case 1 -> random.reserve = random.leader();
            case 2 -> random.answers = !random.answers;
            case 3 -> random.scenario.decisions.active = !random.scenario.decisions.active;
            case 4 ->
                random.stored.keySet().stream().findFirst().ifPresent(key -> {
                    if (draw.nextBoolean()) {
                        random.stored.remove(key);
                    } else {
                        random.edit(key, gigabytes(draw.nextInt(3), draw.nextInt(3)), "mine");
                    }
                });
            case 5 -> {
                Pod known = random.scenario.state.pod(new PodKey("default", name));
                if (known != null) {
                    random.scenario.state.protection().assign(known, draw.nextBoolean() ? null : "n" + draw.nextInt(5));
                }
            }
            default ->
                random.scenario.pods(
                        on(name, "n" + draw.nextInt(5), "n" + draw.nextInt(5)).memory((1 + draw.nextInt(6)) + "Gi"));
        }
    }
}
