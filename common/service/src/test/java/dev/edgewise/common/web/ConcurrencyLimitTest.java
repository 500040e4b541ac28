package dev.edgewise.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
    private final ConcurrencyLimit turns = new ConcurrencyLimit(2, "Others are served");

    private int nested(int depth) {
        return depth == 0 ? 0 : turns.take(() -> 1 + nested(depth - 1));
    }

    @Test
    void thoseBeyondTheLimitAreAskedToComeAgain() {
        assertThat(nested(2)).isEqualTo(2);
        assertThatThrownBy(() -> nested(3)).isInstanceOf(BusyException.class).hasMessage("Others are served");
        assertThat(nested(2)).isEqualTo(2);
    }

    @Test
    void aTurnThatFailsEnds() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> turns.take(() -> {
                        throw new IOException("the reader is gone");
                    }))
                    .isInstanceOf(IOException.class);
        }
    }
}
