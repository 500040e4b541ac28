package dev.edgewise.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ApiServerObjectMappersTest {
    @Test
    void hasNoLimitThatTheApiServerDoesNotHave() {
        StreamReadConstraints limits =
                ApiServerObjectMappers.mapper().getFactory().streamReadConstraints();
        assertThat(limits.getMaxNameLength()).isEqualTo(Integer.MAX_VALUE);
        assertThat(limits.getMaxStringLength()).isEqualTo(Integer.MAX_VALUE);
        assertThat(limits.getMaxNumberLength()).isEqualTo(Integer.MAX_VALUE);
        assertThat(limits.getMaxNestingDepth()).isEqualTo(Integer.MAX_VALUE);
        assertThat(limits.hasMaxDocumentLength()).isFalse();
        assertThat(limits.hasMaxTokenCount()).isFalse();
    }

    @Test
    void readsALongNumber() throws IOException {
        String digits = "1".repeat(100_000);
        ObjectNode read = ApiServerObjectMappers.mapper().readValue("{\"n\":" + digits + "}", ObjectNode.class);
        assertThat(read.path("n").bigIntegerValue().bitLength()).isEqualTo(332_190);
    }
}
