package dev.edgewise.offloader.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.Page;
import dev.edgewise.offloader.plan.MoveCause;
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

    private static Violation violation(MoveCause cause, int number) {
        return new Violation(cause, "ns/p" + number, "u" + number, "a", "too far", 0.9 + number / 10.0, null);
    }

    /** Each list has one pod a page. */
    private ViolationsApi scheduler(int pages) {
        return new ViolationsApi() {
            @Override
            public Page<Item> violations(int limit, String after) {
                return part("delays", limit, after);
            }

            @Override
            public Page<Item> quarantine(int limit, String after) {
                return part("rewards", limit, after);
            }

            private Page<Item> part(String list, int limit, String after) {
                asked.add(list + " " + limit + " " + after);
                int page = asked.size();
                Item item = new Item("ns/p" + page, "u" + page, "a", "too far", 0.9 + page / 10.0, null);
                return new Page<>(List.of(item), page < pages ? "page " + page : null);
            }
        };
    }

    @Test
    void allPagesAreReadInOrder() throws Exception {
        assertThat(ViolationsClient.ofRewards(scheduler(3), calls).list().worst())
                .containsExactly(
                        violation(MoveCause.REWARD, 1), violation(MoveCause.REWARD, 2), violation(MoveCause.REWARD, 3));
        assertThat(asked).containsExactly("rewards 500 null", "rewards 500 page 1", "rewards 500 page 2");
        assertThat(calls.count()).isEqualTo(3);
        asked.clear();
        assertThat(ViolationsClient.ofRewards(scheduler(3), calls).list().calls())
                .isEqualTo(3);
    }

    @Test
    void delaysWithinTheMarginAreNoViolations() throws Exception {
        assertThat(ViolationsClient.ofDelays(scheduler(3), 1.1, calls).list().worst())
                .containsExactly(violation(MoveCause.DELAY, 2), violation(MoveCause.DELAY, 3));
        assertThat(asked).containsExactly("delays 500 null", "delays 500 page 1", "delays 500 page 2");
    }

    @Test
    void ofVeryManyTheFirstAreRead() throws Exception {
        assertThat(ViolationsClient.ofRewards(scheduler(1_000), calls).list().worst())
                .hasSize(40);
    }

    @Test
    void withoutAnAnswerNothingIsKnown() {
        ViolationsApi away = new ViolationsApi() {
            @Override
            public Page<Item> violations(int limit, String after) {
                throw new ResourceAccessException("I/O error", new ConnectException("Connection refused"));
            }

            @Override
            public Page<Item> quarantine(int limit, String after) {
                return violations(limit, after);
            }
        };
        assertThatThrownBy(
                        () -> ViolationsClient.ofDelays(away, 1.1, calls).list().worst())
                .isInstanceOf(SchedulerUnavailableException.class)
                .hasMessage("scheduler-service does not answer: Connection refused");
    }
}
