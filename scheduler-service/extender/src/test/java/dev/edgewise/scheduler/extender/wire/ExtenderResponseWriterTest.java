package dev.edgewise.scheduler.extender.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.buffer.ByteRange;
import org.junit.jupiter.api.Test;

class ExtenderResponseWriterTest {
    @Test
    void aVersionIsQuoted() {
        Buffer answer = new BufferPool(1_000).open(100, 1_000);
        ExtenderResponseWriter.version("0.1 \"nightly\"", answer);
        assertThat(answer.body().text(new ByteRange(0, answer.length())))
                .isEqualTo("{\"version\":\"0.1 \\\"nightly\\\"\"}");
    }
}
