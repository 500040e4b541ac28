package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.global.cluster.CapacityBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One member is read at a time: a, and then those that wait. */
@Timeout(30)
class CapacityReadQueueTest {
    private final CapacityReadQueue queue = new CapacityReadQueue(1);
    private final List<String> read = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void stop() {
        released.countDown();
        queue.close();
    }

    /** After a start all members are due, and a bid waits for two seconds. */
    @Test
    void whatBidsWaitForComesBeforeWhatIsDue() throws Exception {
        List<MemberCapacity> members =
                Stream.of("a", "b", "c", "d", "e").map(this::capacity).toList();
        members.subList(0, 4).forEach(queue::readDue);
        begun.await();

        // d waits to be read since it was due, e was not asked for.
        CompletableFuture<Boolean> known = queue.readForBid(members.get(3));
        CompletableFuture<Boolean> other = queue.readForBid(members.get(4));
        assertThat(queue.readForBid(members.get(3))).isSameAs(known);
        released.countDown();

        assertThat(known.join()).isTrue();
        assertThat(other.join()).isTrue();
        // The others follow in the order in which they were due, and d is not read twice.
        MemberCapacity last = capacity("last");
        queue.readDue(last);
        last.read(Runnable::run).join();
        assertThat(read.subList(0, 6)).containsExactly("a", "d", "e", "b", "c", "last");
    }

    private MemberCapacity capacity(String name) {
        return new MemberCapacity(name, () -> reading(name), new TestClock(), () -> 0);
    }

    private CapacityReader.Reading reading(String name) {
        read.add(name);
        begun.countDown();
        try {
            released.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return new CapacityReader.Reading(new CapacityBuilder().build(), Double.NaN, Map.of());
    }
}
