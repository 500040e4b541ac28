package dev.edgewise.offloader.scheduler;

import dev.edgewise.offloader.plan.Cause;
import io.micrometer.core.instrument.Counter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/** Asks scheduler-service, page by page, and never again when it fails: the next round asks anew. */
final class ViolationsClient {
    private static final int PAGE = 500;
    /** More pods are not moved within a day. */
    private static final int MOST_PAGES = 40;

    private final Cause cause;
    private final Pages scheduler;
    private final double least;
    private final Counter calls;

    /** One of the lists of scheduler-service. */
    private interface Pages {
        ViolationsApi.Part part(int limit, @Nullable String after);
    }

    private ViolationsClient(Cause cause, Pages scheduler, double least, Counter calls) {
        this.cause = cause;
        this.scheduler = scheduler;
        this.least = least;
        this.calls = calls;
    }

    /**
     * Broken delay needs.
     *
     * @param margin how many times the bound is not broken yet: what wanders around it must not move to and fro
     */
    static ViolationsClient ofDelays(ViolationsApi scheduler, double margin, Counter calls) {
        return new ViolationsClient(Cause.DELAY, scheduler::violations, margin, calls);
    }

    /** Pods in quarantine. */
    static ViolationsClient ofRewards(ViolationsApi scheduler, Counter calls) {
        return new ViolationsClient(Cause.REWARD, scheduler::quarantine, 0, calls);
    }

    Violations.Listed list() throws SchedulerUnavailableException {
        List<Violation> all = new ArrayList<>();
        String next = null;
        int page = 0;
        for (; page < MOST_PAGES && (page == 0 || next != null); page++) {
            ViolationsApi.Part part = part(next);
            part.items().stream()
                    .map(item -> item.of(cause))
                    .filter(this::isBeyondMargin)
                    .forEach(all::add);
            next = part.next();
        }
        return new Violations.Listed(List.copyOf(all), page);
    }

    private boolean isBeyondMargin(Violation violation) {
        return violation.severity() == null || violation.severity() >= least;
    }

    private ViolationsApi.Part part(@Nullable String after) throws SchedulerUnavailableException {
        calls.increment();
        try {
            return scheduler.part(PAGE, after);
        } catch (RestClientException e) {
            throw SchedulerUnavailableException.of(e);
        }
    }
}
