package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An offer of the free slots of a testbed. It locks nothing: the same snapshot goes to all who follow, and it is over
 * when the testbed has changed, or at its deadline.
 *
 * @param testbed the testbed
 * @param version version of the testbed that the offer shows
 * @param deadline by the API server's clock
 * @param slots positions that are free, ascending
 */
record SlotOffer(ObjectKey testbed, String version, Instant deadline, List<Integer> slots) {
    private static final Pattern ID = Pattern.compile("([0-9A-Za-z]{1,64})-([0-9]{1,15})");

    /** Returns the offer of the slots that are free now; null if none is, or a Scheduling holds the testbed. */
    static @Nullable SlotOffer of(Testbed testbed, Instant now, Duration time) {
        List<Integer> free = testbed.status().slots().stream()
                .filter(Slot::isUsable)
                .map(Slot::position)
                .toList();
        return testbed.status().claimedBy() != null || free.isEmpty()
                ? null
                : new SlotOffer(testbed.metadata().key(), testbed.metadata().resourceVersion(), now.plus(time), free);
    }

    /** Names the offer in its answers: version and deadline. */
    String id() {
        return version + "-" + deadline.toEpochMilli();
    }

    /** Returns the version that an offer of that id shows. */
    static String version(String id) {
        return match(id).group(1);
    }

    /** Returns the deadline of the offer with that id. */
    static Instant deadline(String id) {
        return Instant.ofEpochMilli(Long.parseLong(match(id).group(2)));
    }

    private static Matcher match(String id) {
        Matcher matcher = ID.matcher(id);
        if (!matcher.matches()) {
            throw new InvalidInputException("offer", id, "the id of an offer");
        }
        return matcher;
    }
}
