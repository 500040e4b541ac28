package dev.edgewise.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.extender.Buffers.Buffer;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BuffersTest {
    private static final int IN_ALL = 1 << 20;

    private final Buffers buffers = new Buffers(IN_ALL);

    @Test
    void whatIsAddedIsHeldInOrderAndItsMemoryGivenBack() {
        byte[] sent = new byte[100_000];
        new Random(1).nextBytes(sent);
        Buffer buffer = buffers.open(10);
        buffer.write(sent[0]);
        buffer.write(sent, 1, 50_000);
        buffer.write(Unpooled.wrappedBuffer(sent, 50_001, sent.length - 50_001));
        assertThat(buffer.length()).isEqualTo(sent.length);
        assertThat(Arrays.copyOf(buffer.body().bytes(), sent.length)).isEqualTo(sent);
        assertThat(buffers.free()).isBetween(IN_ALL - 2L * sent.length, (long) IN_ALL - sent.length);
        buffer.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void aBufferOfTheRightSizeDoesNotGrow() {
        Buffer buffer = buffers.open(1000);
        buffer.write(new byte[1000], 0, 1000);
        assertThat(buffers.free()).isEqualTo(IN_ALL - 1000);
        buffer.release();
    }

    @Test
    void allTogetherAreBounded() {
        Buffer first = buffers.open(IN_ALL / 2);
        Buffer second = buffers.open(IN_ALL / 4);
        assertThatThrownBy(() -> buffers.open(IN_ALL / 2)).isInstanceOf(BusyException.class);
        byte[] more = new byte[IN_ALL / 2 + 1];
        assertThatThrownBy(() -> second.write(more, 0, more.length)).isInstanceOf(BusyException.class);
        assertThat(second.length()).isZero();
        assertThat(buffers.free()).isEqualTo(IN_ALL / 4);
        first.release();
        second.release();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }
}
