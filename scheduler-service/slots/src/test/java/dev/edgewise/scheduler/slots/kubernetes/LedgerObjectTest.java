package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.claims.LedgerSize;
import dev.edgewise.scheduler.slots.kubernetes.NamespaceObjects.Ledger;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The object of a ledger is removed, or replaced by an older one, while its content is known. */
class LedgerObjectTest {
    private static final ClaimLedger KNOWN = new ClaimLedger(7, Map.of(), Map.of());
    private static final ClaimLedger OTHER = new ClaimLedger(6, Map.of(), Map.of());

    private final SlotCache cache = new SlotCache(() -> 0);

    @BeforeEach
    void know() {
        cache.put(new Testbed(
                new ObjectMetadata(new ObjectKey("lab", "tb"), "uid-tb", "1", 1, Instant.EPOCH, false, true),
                new TestbedSpec(1, "lab/index", Resources.NONE, FreeSlotHoldingMode.PODS, null, List.of()),
                null,
                TestbedStatus.NONE));
        cache.put("lab", new Ledger(KNOWN, "5", 3, true));
    }

    private Ledger ledger() {
        return cache.read("lab", NamespaceObjects::ledger);
    }

    @Test
    void theContentOfARemovedLedgerIsKeptAndNotedAsNotStored() {
        cache.removeLedger("lab");
        assertThat(ledger()).isEqualTo(new Ledger(KNOWN, "", 3, false));
        assertThat(cache.takeChanged()).contains("lab");
        // It was written again.
        cache.put("lab", new Ledger(KNOWN, "8", 4, true));
        assertThat(ledger()).isEqualTo(new Ledger(KNOWN, "8", 4, true));
    }

    @Test
    void theLedgerOfANamespaceWithoutObjectsIsForgotten() {
        cache.removeTestbed("lab", "tb");
        cache.removeLedger("lab");
        assertThat(ledger()).isEqualTo(Ledger.NONE);
    }

    @Test
    void anOlderContentIsNotTakenAndWillBeReplaced() {
        cache.put("lab", new Ledger(OTHER, "9", 2, true));
        assertThat(ledger()).isEqualTo(new Ledger(KNOWN, "9", 3, false));
    }

    @Test
    void aLaterContentAndOneThatSomeoneWroteByHandAreTaken() {
        cache.put("lab", new Ledger(OTHER, "9", 4, true));
        assertThat(ledger().claims()).isEqualTo(OTHER);
        cache.put("lab", new Ledger(KNOWN, "10", 4, true));
        assertThat(ledger().claims()).isEqualTo(KNOWN);
        cache.put("lab", new Ledger(OTHER, "11", Ledger.UNKNOWN, true));
        assertThat(ledger().claims()).isEqualTo(OTHER);
    }

    /** A job in each phase, with a short and with the longest message, of 1 and of 40 slots. */
    @Test
    void theBoundOfTheSizeHolds() {
        for (int slots : List.of(1, 40)) {
            for (String message : List.of("", "\n".repeat(600), "語\"".repeat(300))) {
                ClaimLedger claims = claims(slots, message);
                int size = ClaimsJsonCodec.of(claims).toString().getBytes(StandardCharsets.UTF_8).length;
                assertThat(LedgerSize.of(claims)).isBetween((long) size, 3L * size);
            }
        }
    }

    private static ClaimLedger claims(int slots, String message) {
        Instant now = Instant.parse("2026-11-28T12:00:00.123Z");
        List<Integer> positions =
                IntStream.range(0, slots).mapToObj(i -> 4_900 + i).toList();
        ClaimedJobRun placing = new ClaimedJobRun(now.toEpochMilli(), positions, now, null, null, positions);
        ClaimedJobRun run = new ClaimedJobRun(now.toEpochMilli(), positions, now, now, now);
        EndedRun ended = new EndedRun(run, JobPhase.Outcome.SUCCEEDED, message, now);
        List<ClaimedJob> jobs = new ArrayList<>();
        List<JobPhase> phases = List.of(
                new JobPhase.Waiting(now, now, now),
                new JobPhase.Active(placing),
                new JobPhase.Stopping(run, JobPhase.Outcome.SUCCEEDED, message, now),
                new JobPhase.Ended(JobPhase.Outcome.SUCCEEDED, message));
        for (JobPhase phase : phases) {
            jobs.add(new ClaimedJob("job-" + jobs.size(), "6f1e0c52-0000-4000-8000-000000000000", 9, phase, ended));
        }
        Map<String, Claim> byUid = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            String uid = "6f1e0c52-0000-4000-8000-00000000000" + i;
            byUid.put(
                    uid,
                    new Claim(
                            uid,
                            new ObjectKey("lab", "scheduling-" + i),
                            now.toEpochMilli(),
                            "testbed",
                            uid,
                            now,
                            Claim.State.COMPLETED,
                            message,
                            jobs));
        }
        List<SlotPlace> places =
                positions.stream().map(i -> new SlotPlace("node-" + i, i, i)).toList();
        return new ClaimLedger(now.toEpochMilli(), byUid, Map.of("6f1e0c52-0000-4000-8000-000000000000", places));
    }
}
