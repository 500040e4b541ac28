package dev.edgewise.scheduler.extender.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BufferPoolTest {
    private static final int IN_ALL = 1 << 20;

    private final BufferPool buffers = new BufferPool(IN_ALL);

    @Test
    void whatIsAddedIsHeldInOrderAndItsMemoryGivenBack() {
        byte[] sent = new byte[100_000];
        new Random(1).nextBytes(sent);
        Buffer buffer = buffers.open(10, IN_ALL);
        buffer.write(sent[0]);
        buffer.write(sent, 1, 50_000);
        buffer.write(sent, 50_001, sent.length - 50_001);
        assertThat(buffer.length()).isEqualTo(sent.length);
        assertThat(Arrays.copyOf(buffer.body().bytes(), sent.length)).isEqualTo(sent);
        assertThat(buffers.free()).isBetween(IN_ALL - 2L * sent.length, (long) IN_ALL - sent.length);
        buffer.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void aBufferOfTheRightSizeDoesNotGrow() {
        Buffer buffer = buffers.open(1000, IN_ALL);
        buffer.write(new byte[1000], 0, 1000);
        assertThat(buffers.free()).isEqualTo(IN_ALL - 1000);
        buffer.release();
    }

    /** An array that is used again shows nothing of what it held, and counts with all of its length. */
    @Test
    void aReleasedArrayIsUsedAgain() {
        Buffer first = buffers.open(1000, IN_ALL);
        first.write(new byte[1000], 0, 1000);
        byte[] bytes = first.body().bytes();
        first.release();
        first.release();
        Buffer second = buffers.open(10, IN_ALL);
        assertThat(second.body().bytes()).isSameAs(bytes);
        assertThat(second.length()).isZero();
        assertThat(buffers.free()).isEqualTo(IN_ALL - 1000);
        Buffer third = buffers.open(10, IN_ALL);
        assertThat(third.body().bytes()).isNotSameAs(bytes);
        second.release();
        third.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void anArrayThatIsTooSmallIsNotUsedAgain() {
        buffers.open(10, IN_ALL).release();
        Buffer larger = buffers.open(1000, IN_ALL);
        assertThat(larger.body().bytes()).hasSize(1000);
        larger.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    /** The first request must not take the memory that the next one needs. */
    @Test
    void aLargeArrayIsNotUsedAgainForALittle() {
        buffers.open(IN_ALL / 2, IN_ALL).release();
        Buffer little = buffers.open(10, IN_ALL);
        Buffer rest = buffers.open(IN_ALL - 10, IN_ALL);
        little.release();
        rest.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void whereMemoryIsShortNoMoreIsTakenThanIsAskedFor() {
        buffers.open(IN_ALL / 8, IN_ALL).release();
        Buffer most = buffers.open(IN_ALL - 10, IN_ALL);
        Buffer little = buffers.open(10, IN_ALL);
        assertThat(buffers.free()).isZero();
        most.release();
        little.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void allTogetherAreBounded() {
        Buffer first = buffers.open(IN_ALL / 2, IN_ALL);
        Buffer second = buffers.open(IN_ALL / 4, IN_ALL);
        assertThatThrownBy(() -> buffers.open(IN_ALL / 2, IN_ALL)).isInstanceOf(BusyException.class);
        byte[] more = new byte[IN_ALL / 2 + 1];
        assertThatThrownBy(() -> second.write(more, 0, more.length)).isInstanceOf(BusyException.class);
        assertThat(second.length()).isZero();
        assertThat(buffers.free()).isEqualTo(IN_ALL / 4);
        first.release();
        second.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void oneGrowsNoFurtherThanItMay() {
        Buffer buffer = buffers.open(1000, 1100);
        buffer.write(new byte[1001], 0, 1001);
        assertThat(buffers.free()).isEqualTo(IN_ALL - 1100);
        byte[] more = new byte[100];
        assertThatThrownBy(() -> buffer.write(more, 0, more.length)).isInstanceOf(IllegalStateException.class);
        buffer.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }
}
