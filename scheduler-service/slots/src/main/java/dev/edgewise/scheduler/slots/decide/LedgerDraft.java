package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.Claims;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The next version of the ledger while it is being decided. */
final class LedgerDraft {
    private final Map<String, Claim> claims;
    private final Map<String, List<SlotPlace>> layouts;
    private long lastEpoch;

    LedgerDraft(Claims present) {
        claims = new TreeMap<>(present.bySchedulingUid());
        layouts = new HashMap<>(present.layouts());
        lastEpoch = present.lastEpoch();
    }

    Claims toClaims() {
        return new Claims(lastEpoch, claims, layouts);
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
    }

    void remove(Claim claim) {
        claims.remove(claim.schedulingUid());
    }

    List<SlotPlace> places(String testbedUid) {
        return layouts.getOrDefault(testbedUid, List.of());
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
        return claims.values().stream()
                .filter(claim -> claim.holdsJobs() && claim.job(jobUid) != null)
                .findFirst()
                .orElse(null);
    }

    long nextEpoch() {
        lastEpoch++;
        return lastEpoch;
    }
}
