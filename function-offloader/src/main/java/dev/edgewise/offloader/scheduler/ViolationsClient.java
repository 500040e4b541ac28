package dev.edgewise.offloader.scheduler;

import io.micrometer.core.instrument.Counter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/** Asks scheduler-service, page by page, and never again when it fails: the next round asks anew. */
final class ViolationsClient implements Violations {
    private static final int PAGE = 500;
    /** More pods are not moved within a day. */
    private static final int MOST_PAGES = 40;

    private final ViolationsApi scheduler;
    private final double margin;
    private final Counter calls;

    /** @param margin how many times the bound is not broken yet: what wanders around it must not move to and fro */
    ViolationsClient(ViolationsApi scheduler, double margin, Counter calls) {
        this.scheduler = scheduler;
        this.margin = margin;
        this.calls = calls;
    }

    @Override
    public List<Violation> worst() throws SchedulerUnavailableException {
        List<Violation> all = new ArrayList<>();
        String next = null;
        for (int page = 0; page < MOST_PAGES && (page == 0 || next != null); page++) {
            ViolationsApi.Part part = part(next);
            part.items().stream().filter(this::isBeyondMargin).forEach(all::add);
            next = part.next();
        }
        return all;
    }

    private boolean isBeyondMargin(Violation violation) {
        return violation.severity() == null || violation.severity() >= margin;
    }

    private ViolationsApi.Part part(@Nullable String after) throws SchedulerUnavailableException {
        calls.increment();
        try {
            return scheduler.violations(PAGE, after);
        } catch (RestClientException e) {
            throw SchedulerUnavailableException.of(e);
        }
    }
}
