package dev.edgewise.offloader.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.scheduler.ViolationsApi.Part;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class ViolationsClientTest {
    private final List<String> asked = new ArrayList<>();
    private final Counter calls = new SimpleMeterRegistry().counter("calls");

    private static Violation violation(int number) {
        return new Violation("ns/p" + number, "u" + number, "a", "too far", 1.5, null);
    }

    private List<Violation> listed(int pages) throws SchedulerUnavailableException {
        ViolationsApi scheduler = (limit, after) -> {
            asked.add(limit + " " + after);
            return new Part(List.of(violation(asked.size())), asked.size() < pages ? "page " + asked.size() : null);
        };
        return new ViolationsClient(scheduler, 1.1, calls).worst();
    }

    @Test
    void allPagesAreReadInOrder() throws Exception {
        assertThat(listed(3)).containsExactly(violation(1), violation(2), violation(3));
        assertThat(asked).containsExactly("500 null", "500 page 1", "500 page 2");
        assertThat(calls.count()).isEqualTo(3);
    }

    @Test
    void ofVeryManyTheFirstAreRead() throws Exception {
        assertThat(listed(1_000)).hasSize(40);
    }

    @Test
    void withoutAnAnswerNothingIsKnown() {
        ViolationsApi scheduler = (limit, after) -> {
            throw new ResourceAccessException("I/O error", new ConnectException("Connection refused"));
        };
        assertThatThrownBy(() -> new ViolationsClient(scheduler, 1.1, calls).worst())
                .isInstanceOf(SchedulerUnavailableException.class)
                .hasMessage("scheduler-service does not answer: Connection refused");
    }
}
