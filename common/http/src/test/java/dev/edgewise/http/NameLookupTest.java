package dev.edgewise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NameLookupTest {
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void aNameServerThatIsSilentHoldsOneThreadAndNobodyLongerThanTheDeadline() throws IOException {
        CountDownLatch answers = new CountDownLatch(1);
        NameLookup lookup = new NameLookup("there", name -> {
            asked.incrementAndGet();
            await(answers);
            return InetAddress.getLoopbackAddress();
        });
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> lookup.address(System.nanoTime()))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("The lookup of there timed out");
        }
        answers.countDown();
        assertThat(lookup.address(inAWhile())).isEqualTo(InetAddress.getLoopbackAddress());
        assertThat(asked.get()).isBetween(1, 2);
    }

    @Test
    void anUnknownNameIsAskedForAgain() throws IOException {
        NameLookup lookup = new NameLookup("there", name -> {
            if (asked.incrementAndGet() == 1) {
                throw new UnknownHostException(name);
            }
            return InetAddress.getLoopbackAddress();
        });
        assertThatThrownBy(() -> lookup.address(inAWhile()))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("there");
        assertThat(lookup.address(inAWhile())).isEqualTo(InetAddress.getLoopbackAddress());
    }

    private static long inAWhile() {
        return System.nanoTime() + Duration.ofSeconds(10).toNanos();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
