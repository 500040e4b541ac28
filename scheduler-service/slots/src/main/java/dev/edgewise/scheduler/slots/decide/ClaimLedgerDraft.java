package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.LedgerSize;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The next version of the ledger while it is being decided. */
final class ClaimLedgerDraft {
    private final Map<String, Claim> claims;
    private final Map<String, List<SlotPlace>> layouts;
    /** The uid of the Scheduling that held each job last, by the uid of the job. */
    private final Map<String, String> holders = new HashMap<>();

    private final long now;
    private long lastEpoch;

    ClaimLedgerDraft(ClaimLedger present, Instant now) {
        this.now = now.toEpochMilli();
        claims = new TreeMap<>(present.bySchedulingUid());
        present.bySchedulingUid().values().forEach(this::noteHolder);
        layouts = new HashMap<>(present.layouts());
        lastEpoch = present.lastEpoch();
    }

    ClaimLedger toClaims() {
        return LedgerSize.fitting(new ClaimLedger(lastEpoch, claims, layouts));
    }

    /** Returns the claims in the order in which they were made, so that epochs do not depend on uids. */
    List<Claim> claims() {
        return claims.values().stream()
                .sorted((first, second) -> Long.compare(first.epoch(), second.epoch()))
                .toList();
    }

    @Nullable
    Claim claim(String schedulingUid) {
        return claims.get(schedulingUid);
    }

    void put(Claim claim) {
        claims.put(claim.schedulingUid(), claim);
        noteHolder(claim);
    }

    private void noteHolder(Claim claim) {
        if (claim.holdsJobs()) {
            claim.jobs().forEach(job -> holders.put(job.uid(), claim.schedulingUid()));
        }
    }

    void remove(Claim claim) {
        claims.remove(claim.schedulingUid());
    }

    List<SlotPlace> places(String testbedUid) {
        return layouts.getOrDefault(testbedUid, List.of());
    }

    /** Returns an upper bound of what the numbering of slots takes, in bytes. */
    long sizeOfPlaces() {
        return layouts.values().stream().mapToLong(LedgerSize::of).sum();
    }

    void putPlaces(String testbedUid, List<SlotPlace> places) {
        layouts.put(testbedUid, places);
    }

    void retainPlaces(Set<String> testbedUids) {
        layouts.keySet().retainAll(testbedUids);
    }

    @Nullable
    Claim holderOfTestbed(String testbedUid) {
        return claims.values().stream()
                .filter(claim -> claim.holdsTestbed() && claim.testbedUid().equals(testbedUid))
                .findFirst()
                .orElse(null);
    }

    @Nullable
    Claim holderOfJob(String jobUid) {
        String holder = holders.get(jobUid);
        Claim claim = holder == null ? null : claims.get(holder);
        return claim != null && claim.holdsJobs() && claim.job(jobUid) != null ? claim : null;
    }

    /**
     * Returns a number that no other claim or run of the namespace has had: it is not below the time in milliseconds,
     * so that a ledger which was lost, or replaced by an older one, gives no number again.
     */
    long nextEpoch() {
        lastEpoch = Math.max(lastEpoch + 1, now);
        return lastEpoch;
    }

    /** Notes that this epoch was given by a version of the ledger that was lost. */
    void noteEpoch(long epoch) {
        lastEpoch = Math.max(lastEpoch, epoch);
    }
}
