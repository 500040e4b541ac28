package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

class RttExportControllerTest {
    private final EffectiveRttMerger rtt = new EffectiveRttMerger(List.of(), Clock.systemUTC());
    private final RttExportController controller =
            new RttExportController(rtt, new NodeDisplayOrder(node -> ""), Clock.systemUTC());
    private final AtomicInteger writing = new AtomicInteger();
    private final CountDownLatch read = new CountDownLatch(1);

    /** A peer that reads nothing until a test lets it. */
    private final class SlowReader extends MockHttpServletResponse {
        @Override
        public PrintWriter getWriter() {
            return new PrintWriter(new StringWriter()) {
                @Override
                public void write(String text) {
                    writing.incrementAndGet();
                    try {
                        read.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
        }
    }

    @Test
    void slowReadersTakeTwoThreadsAtMost() throws Exception {
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread reader = new Thread(() -> csv(new SlowReader()));
            reader.start();
            readers.add(reader);
        }
        await().until(() -> writing.get() == 2);

        assertThatThrownBy(() -> csv(new MockHttpServletResponse()))
                .isInstanceOf(BusyException.class)
                .hasMessage("All round-trip times are being sent to others");
        assertThatThrownBy(() -> controller.matrix("p50", new MockHttpServletResponse()))
                .isInstanceOf(BusyException.class);
        assertThat(controller.grid().names()).as("the page goes on").isEmpty();

        read.countDown();
        for (Thread reader : readers) {
            reader.join();
        }
        MockHttpServletResponse next = new MockHttpServletResponse();
        csv(next);
        assertThat(next.getContentAsString()).startsWith("from,to,p50_ms");
    }

    private void csv(MockHttpServletResponse response) {
        try {
            controller.csv(response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
