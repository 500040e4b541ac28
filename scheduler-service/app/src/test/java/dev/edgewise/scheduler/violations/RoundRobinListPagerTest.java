package dev.edgewise.scheduler.violations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.violations.RoundRobinListPager.Placed;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoundRobinListPagerTest {
    private final ManualTicker ticker = new ManualTicker();
    private final AtomicLong version = new AtomicLong();
    private final RoundRobinListPager<String> list = new RoundRobinListPager<>(
            () -> List.of("shop/a" + version, "shop/b" + version),
            version::get,
            pod -> new ViolationListPosition(0, null, pod),
            ticker);

    private List<String> after(String token) {
        return list.after(token).map(Placed::element).toList();
    }

    private String firstToken() {
        return list.after(null).findFirst().orElseThrow().token();
    }

    @Test
    void whoReadsOnReadsTheSameList() {
        String token = firstToken();
        version.incrementAndGet();
        firstToken();
        assertThat(after(token)).containsExactly("shop/b0");
        ticker.advance(Duration.ofSeconds(30));
        assertThat(after(token)).as("that is over").containsExactly("shop/a1", "shop/b1");
    }

    /** Each may hold as many as there are pods. */
    @Test
    void listsThatNobodyReadsOnAreDropped() {
        for (int i = 0; i < 4; i++) {
            firstToken();
            version.incrementAndGet();
        }
        assertThat(list.kept()).isEqualTo(4);
        ticker.advance(Duration.ofSeconds(30));
        firstToken();
        assertThat(list.kept()).isEqualTo(1);
    }
}
