package dev.edgewise.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.extender.BufferPool.Buffer;
import org.junit.jupiter.api.Test;

class ExtenderResponseWriterTest {
    @Test
    void aVersionIsQuoted() {
        Buffer answer = new BufferPool(1_000).open(100, 1_000);
        ExtenderResponseWriter.version("0.1 \"nightly\"", answer);
        assertThat(answer.body().text(new RequestBody.Part(0, answer.length())))
                .isEqualTo("{\"version\":\"0.1 \\\"nightly\\\"\"}");
    }
}
