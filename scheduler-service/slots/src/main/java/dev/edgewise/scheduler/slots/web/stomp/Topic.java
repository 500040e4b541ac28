package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.scheduler.slots.model.ObjectKind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topic that clients subscribe to.
 *
 * @param name name of the only object; null for all of the kind
 */
record Topic(ObjectKind kind, @Nullable String name) {
    static final String PREFIX = "/topic";

    /** Text of an error, to complete "it must be …". */
    static final String ALLOWED =
            "/topic/testbeds, /topic/jobs or /topic/schedulings, or one of these with a slash and the name of an object";

    private static final Pattern FORM =
            Pattern.compile("/topic/(testbeds|jobs|schedulings)(/([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?))?");

    /** Returns the topic of that destination; null if there is none. */
    static @Nullable Topic of(@Nullable String destination) {
        Matcher matcher = FORM.matcher(destination == null ? "" : destination);
        return matcher.matches() ? new Topic(kind(matcher.group(1)), matcher.group(3)) : null;
    }

    private static ObjectKind kind(String plural) {
        return switch (plural) {
            case "testbeds" -> ObjectKind.TESTBED;
            case "jobs" -> ObjectKind.BATCH_JOB;
            default -> ObjectKind.SCHEDULING;
        };
    }

    /** The plural of its kind in roles. */
    String resource() {
        return switch (kind) {
            case TESTBED -> "testbeds";
            case BATCH_JOB -> "batchjobs";
            case SCHEDULING -> "schedulings";
        };
    }

    String destination() {
        String plural = kind == ObjectKind.BATCH_JOB ? "jobs" : resource();
        return PREFIX + "/" + plural + (name == null ? "" : "/" + name);
    }
}
