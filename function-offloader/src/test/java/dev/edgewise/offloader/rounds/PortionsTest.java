package dev.edgewise.offloader.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortionsTest {
    private final List<String> asked = new ArrayList<>();
    private final Portions portions = new Portions(this::answer);
    private boolean silent;

    private Map<String, Placement> answer(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        asked.add(inquiries.stream().map(each -> each.pod().uid()).collect(Collectors.joining(" ")));
        if (silent) {
            throw new SchedulerUnavailableException("silent", new IOException());
        }
        return Map.of();
    }

    private static List<Inquiry> pods(int count) {
        return IntStream.range(0, count)
                .mapToObj(pod -> Inquiry.present(TestFleet.bare("ns", Integer.toString(pod), "a")))
                .toList();
    }

    private void askInVain(Portions of) {
        silent = true;
        assertThatThrownBy(() -> of.ask(pods(5))).isInstanceOf(SchedulerUnavailableException.class);
        silent = false;
    }

    @Test
    void halfAsManyAreAskedAboutAfterASilenceAndTwiceAsManyAfterAnAnswer() throws Exception {
        askInVain(portions);
        askInVain(portions);
        askInVain(portions);
        portions.ask(pods(5));
        portions.ask(pods(5));
        portions.ask(pods(5));
        portions.ask(pods(5));
        // In their order: the question may depend on it.
        assertThat(asked)
                .containsExactly(
                        "uid-0 uid-1 uid-2 uid-3 uid-4",
                        "uid-0 uid-1",
                        "uid-2",
                        "uid-3",
                        "uid-3 uid-4",
                        "uid-0 uid-1 uid-3 uid-4",
                        "uid-0 uid-1 uid-2 uid-3 uid-4");
    }

    @Test
    void aCopyChangesNothing() throws Exception {
        askInVain(portions);
        askInVain(portions.copy(this::answer));
        portions.ask(pods(5));
        assertThat(asked).containsExactly("uid-0 uid-1 uid-2 uid-3 uid-4", "uid-0 uid-1", "uid-0 uid-1");
    }
}
