package dev.edgewise.offloader.scheduler;

import dev.edgewise.common.web.Page;
import dev.edgewise.offloader.plan.MoveCause;
import io.micrometer.core.instrument.Counter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/** Reads a list of scheduler-service page by page, without retries: the next round reads it again. */
final class ViolationsClient {
    /** More pods are not moved within a day. */
    private static final int MOST_PAGES = 40;

    private final MoveCause cause;
    private final Pages scheduler;
    private final double least;
    private final Counter calls;

    /** Reads a list of scheduler-service. */
    private interface Pages {
        Page<ViolationsApi.Item> page(int limit, @Nullable String after);
    }

    private ViolationsClient(MoveCause cause, Pages scheduler, double least, Counter calls) {
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
        return new ViolationsClient(MoveCause.DELAY, scheduler::violations, margin, calls);
    }

    /** Pods in quarantine. */
    static ViolationsClient ofRewards(ViolationsApi scheduler, Counter calls) {
        return new ViolationsClient(MoveCause.REWARD, scheduler::quarantine, 0, calls);
    }

    ViolationSource.Listed list() throws SchedulerUnavailableException {
        List<Violation> all = new ArrayList<>();
        String next = null;
        int pages = 0;
        for (; pages < MOST_PAGES && (pages == 0 || next != null); pages++) {
            Page<ViolationsApi.Item> page = page(next);
            page.items().stream()
                    .map(item -> item.of(cause))
                    .filter(this::isBeyondMargin)
                    .forEach(all::add);
            next = page.next();
        }
        return new ViolationSource.Listed(List.copyOf(all), pages);
    }

    private boolean isBeyondMargin(Violation violation) {
        return violation.severity() == null || violation.severity() >= least;
    }

    private Page<ViolationsApi.Item> page(@Nullable String after) throws SchedulerUnavailableException {
        calls.increment();
        try {
            return scheduler.page(Page.LONGEST, after);
        } catch (RestClientException e) {
            throw SchedulerUnavailableException.of(e);
        }
    }
}
