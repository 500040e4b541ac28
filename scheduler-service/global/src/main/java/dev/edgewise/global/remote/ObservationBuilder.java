package dev.edgewise.global.remote;

import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Counts what is seen of an attempt. */
final class ObservationBuilder {
    /** Texts are of members, and kept as long as the attempt. */
    private static final int LONGEST_TEXT = 1_000;

    private final Instant at;
    private final String clusterUid;
    private boolean anchor;
    private boolean fenced;
    private int objects;
    private int expected;
    private int ready;
    private @Nullable String failed;
    private String pending = "";
    private String manifests = "";

    ObservationBuilder(Instant at, String clusterUid) {
        this.at = at;
        this.clusterUid = clusterUid;
    }

    /** Whether the cluster that answered is the attempt's own, and no other one under its name. */
    boolean isOf(Attempt attempt) {
        return clusterUid.equals(attempt.clusterUid());
    }

    ObservationBuilder anchor(boolean exists, boolean isFenced) {
        anchor = exists;
        fenced = exists && isFenced;
        return this;
    }

    ObservationBuilder manifests(String hash) {
        manifests = hash;
        return this;
    }

    ObservationBuilder expected(int count) {
        expected = count;
        return this;
    }

    ObservationBuilder object() {
        objects++;
        return this;
    }

    ObservationBuilder ready() {
        ready++;
        return this;
    }

    /** The first failure counts. */
    ObservationBuilder failed(String why) {
        if (failed == null) {
            failed = cut(why);
        }
        return pending(why);
    }

    /** The first object that is not ready counts. */
    ObservationBuilder pending(String why) {
        if (pending.isEmpty()) {
            pending = cut(why);
        }
        return this;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    AttemptObservation build() {
        return new AttemptObservation(
                at, true, clusterUid, anchor, fenced, objects, expected, ready, failed, pending, manifests);
    }
}
