package dev.edgewise.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.extender.Buffers.Buffer;
import org.junit.jupiter.api.Test;

class AnswerWriterTest {
    @Test
    void aVersionIsQuoted() {
        Buffer answer = new Buffers(1_000).open(100, 1_000);
        AnswerWriter.version("0.1 \"nightly\"", answer);
        assertThat(answer.body().text(new Body.Part(0, answer.length())))
                .isEqualTo("{\"version\":\"0.1 \\\"nightly\\\"\"}");
    }
}
