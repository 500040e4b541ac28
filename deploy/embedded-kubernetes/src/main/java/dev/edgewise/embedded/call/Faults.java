package dev.edgewise.embedded.call;

import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Statuses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The faults that a test injects: calls that fail, answers that get lost, answers that take time. */
public final class Faults {
    private final List<Fault> ordered = new ArrayList<>();
    private Duration latency = Duration.ZERO;

    /**
     * @param lost whether the call takes effect though the caller gets a failure
     */
    public record Fault(String method, Pattern path, int status, boolean lost, int times) {
        boolean matches(ApiRequest request) {
            return request.method().equals(method)
                    && path.matcher(request.path()).find();
        }

        Fault once() {
            return new Fault(method, path, status, lost, times - 1);
        }

        public ApiException toException() {
            return ApiException.of(status, Statuses.reason(status), "an injected fault: " + status);
        }
    }

    public synchronized void order(Fault fault) {
        ordered.add(fault);
    }

    public synchronized Optional<Fault> next(ApiRequest request) {
        Iterator<Fault> faults = ordered.iterator();
        for (int index = 0; faults.hasNext(); index++) {
            Fault fault = faults.next();
            if (fault.matches(request)) {
                if (fault.times() > 1) {
                    ordered.set(index, fault.once());
                } else {
                    faults.remove();
                }
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }

    public synchronized void latency(Duration each) {
        latency = each;
    }

    public synchronized Duration latency() {
        return latency;
    }
}
