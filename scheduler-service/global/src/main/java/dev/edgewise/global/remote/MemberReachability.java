package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a member whether it answers, and which cluster it is, and keeps what its last answers have shown. Logs begin and
 * end of an outage. Thread-safe.
 */
final class MemberReachability {
    private static final Logger LOG = LoggerFactory.getLogger(MemberReachability.class);
    /** The failures in a row that make a member unreachable: a single answer may be lost. */
    private static final int FAILURES = 2;

    /** The form of uids: they are written into the record of requests, and a member is not trusted. */
    private static final Pattern UID = Pattern.compile("[-._A-Za-z0-9]{1,64}");

    private static final SelectedFields FIELDS = SelectedFields.of().and("metadata", SelectedFields.of("uid"));
    /** The bytes of the answer: annotations have at most 256 KiB, and the fields of their managers little more. */
    private static final int MOST_BYTES = 1024 * 1024;

    private final String cluster;
    private final @Nullable MemberApi api;
    private final Runnable onOtherCluster;
    private final Ticker ticker;
    private final MemberRoundTripTimes roundTrips = new MemberRoundTripTimes();
    private final FreshSingleFlightCall<String> uid = new FreshSingleFlightCall<>(this::ask);
    private volatile Known known;
    private volatile boolean isAsked;
    private int failures;

    /**
     * The state of a member.
     *
     * @param uid of the cluster that answered last; empty if none has
     * @param problem why it is not reachable; empty if it is
     * @param answeredAt when it answered last, by the monotonic clock
     */
    record Known(String uid, boolean reachable, String problem, long answeredAt) {}

    /**
     * @param api the connection; null if there is none
     * @param problem why there is none; empty if there is one
     * @param onOtherCluster called when another cluster answers than before, before it is known
     */
    MemberReachability(
            String cluster, @Nullable MemberApi api, String problem, Runnable onOtherCluster, Ticker ticker) {
        this.cluster = cluster;
        this.api = api;
        this.onOtherCluster = onOtherCluster;
        this.ticker = ticker;
        this.known = new Known("", false, problem.isEmpty() ? "it was not asked yet" : problem, ticker.nanos());
    }

    Known known() {
        return known;
    }

    /** Returns the median time of an answer, in ms; NaN before the first. */
    double roundTripMillis() {
        return roundTrips.median();
    }

    /**
     * Whether it has answered, or failed to as often as makes it unreachable, or has no connection: before, nothing can
     * be said of it.
     */
    boolean isAsked() {
        return isAsked || api == null;
    }

    /** Whether it has answered within this time. */
    boolean hasAnswered(Duration within) {
        Known now = known;
        return now.reachable() && ticker.since(now.answeredAt()).compareTo(within) <= 0;
    }

    /** Takes over what is known by another connection to the same address. */
    synchronized void inherit(MemberReachability before) {
        known = before.known;
        isAsked = before.isAsked;
    }

    /** Takes over the uid of the cluster that had the name before, so that another one is noticed. */
    synchronized void inherit(String last) {
        known = new Known(last, false, known.problem(), ticker.nanos());
    }

    /** Asks whether it answers, and counts failures: a member that fails again and again is unreachable. */
    boolean check() {
        try {
            uid();
            return true;
        } catch (MemberUnreachableException unreachable) {
            failed(unreachable);
            return false;
        } catch (RuntimeException unexpected) {
            LOG.error("A member cluster cannot be checked; cluster={}", cluster, unexpected);
            return false;
        }
    }

    /**
     * Asks for the uid of the cluster, which says that it answers. Callers share a question that is sent after all of
     * them have come.
     *
     * @throws MemberUnreachableException if it does not
     */
    String uid() throws MemberUnreachableException {
        return uid.get();
    }

    private String ask() throws MemberUnreachableException {
        if (api == null) {
            throw new MemberUnreachableException(known.problem(), null);
        }
        long begun = ticker.nanos();
        MemberReply reply = api.get("/api/v1/namespaces/kube-system", FIELDS, MOST_BYTES);
        String found = reply.body().path("metadata").path("uid").asText("");
        if (!reply.isSuccess() || found.isEmpty()) {
            throw new MemberUnreachableException(
                    "it does not show its namespace kube-system: " + reply.message(), null);
        }
        if (!UID.matcher(found).matches()) {
            throw new MemberUnreachableException(
                    "the uid of its namespace kube-system has " + found.length()
                            + " characters: it must be at most 64 letters, digits, '-', '.' and '_'",
                    null);
        }
        roundTrips.add(ticker.since(begun).toNanos() / 1e6);
        answered(found);
        return found;
    }

    private synchronized void answered(String answer) {
        Known before = known;
        if (!before.reachable()) {
            LOG.info("A member cluster answers; cluster={}", cluster);
        }
        boolean isSame = before.uid().equals(answer);
        if (!isSame && !before.uid().isEmpty()) {
            LOG.warn(
                    "A member cluster is another one under its name; cluster={} uid={} before={}",
                    cluster,
                    answer,
                    before.uid());
        }
        failures = 0;
        isAsked = true;
        if (!isSame) {
            onOtherCluster.run();
        }
        known = new Known(answer, true, "", ticker.nanos());
    }

    private synchronized void failed(MemberUnreachableException failed) {
        Known before = known;
        failures++;
        if (failures < FAILURES && (before.reachable() || !isAsked)) {
            return;
        }
        isAsked = true;
        String problem = String.valueOf(failed.getMessage());
        if (before.reachable() || failures == FAILURES) {
            LOG.warn("A member cluster cannot be used; cluster={} cause={}", cluster, problem);
        }
        known = new Known(before.uid(), false, problem, before.answeredAt());
    }
}
