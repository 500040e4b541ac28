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
    private final Counter calls;

    ViolationsClient(ViolationsApi scheduler, Counter calls) {
        this.scheduler = scheduler;
        this.calls = calls;
    }

    @Override
    public List<Violation> worst() throws SchedulerUnavailableException {
        List<Violation> all = new ArrayList<>();
        String next = null;
        for (int page = 0; page < MOST_PAGES && (page == 0 || next != null); page++) {
            ViolationsApi.Part part = part(next);
            all.addAll(part.items());
            next = part.next();
        }
        return all;
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
