package dev.edgewise.scheduler.extender.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.testkit.LiveHeap;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The cost of bodies that are legal but unusual: a tenant writes a part of them. */
class LargeBodiesTest {
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int MEGABYTE = 1_000_000;

    /** The fields are those of a CSI volume's attributes. */
    @Test
    void namesOfFieldsAreNotRemembered() {
        ExtenderRequestReader.read(withField("first"));
        long before = LiveHeap.bytes();
        for (int i = 0; i < 60; i++) {
            ExtenderRequestReader.read(withField("f" + i + "x".repeat(MEGABYTE)));
        }
        assertThat(LiveHeap.bytes() - before).isLessThan(10L * MEGABYTE);
    }

    @Test
    void aLongNameOfANodeIsNotCopiedForEachVictim() {
        RequestBody body = RequestBody.of("{\"Pod\":{},\"NodeNameToMetaVictims\":{\"" + "n".repeat(MEGABYTE)
                + "\":{\"Pods\":[" + "{},".repeat(20_000) + "{}]}}}");
        long before = MEMORY.getCurrentThreadAllocatedBytes();
        assertThat(PreemptRequestReader.read(body).victims()).hasSize(1);
        assertThat(MEMORY.getCurrentThreadAllocatedBytes() - before).isLessThan(100L * MEGABYTE);
    }

    @Test
    void aLongNameMakesNoRoomForManyShortOnes() {
        assertThat(allocatedFor("{\"Pod\":{},\"NodeNames\":[\"\",\"" + "n".repeat(8 * MEGABYTE) + "\"]}"))
                .isLessThan(MEGABYTE);
    }

    @Test
    void listsOfNamesThatDoNotCountCostNoMoreThanTheirBytes() {
        assertThat(allocatedFor("{\"Pod\":{}," + "\"NodeNames\":[\"\"],".repeat(20_000) + "\"NodeNames\":null}"))
                .isLessThan(20L * MEGABYTE);
    }

    @Test
    void aLongNameOfANodeIsShortInAMessage() {
        RequestBody body =
                RequestBody.of("{\"Pod\":{},\"NodeNameToMetaVictims\":{\"" + "n".repeat(MEGABYTE) + "\":5}}");
        assertThatThrownBy(() -> PreemptRequestReader.read(body))
                .isInstanceOf(InvalidBodyException.class)
                .hasMessageContaining("NodeNameToMetaVictims.nnn")
                .message()
                .hasSizeLessThan(1000);
    }

    /** Returns the bytes allocated by reading the request. */
    private static long allocatedFor(String request) {
        RequestBody body = RequestBody.of(request);
        long before = MEMORY.getCurrentThreadAllocatedBytes();
        ExtenderRequestReader.read(body);
        return MEMORY.getCurrentThreadAllocatedBytes() - before;
    }

    private static RequestBody withField(String name) {
        return RequestBody.of("{\"Pod\":{\"" + name + "\":0},\"NodeNames\":[]}");
    }
}
