package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.http.AnswerTooLongException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A member with objects of given sizes, in bytes; the place of the next one is its token. */
class LabelledMetadataTest {
    private static final int LONGEST = 4 * 1024 * 1024;

    private final List<Integer> sizes = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final List<Integer> seen = new ArrayList<>();
    private boolean isStopped;

    private MemberReply list(String account, String path, String accept, int mostBytes)
            throws MemberUnreachableException {
        assertThat(account).isEmpty();
        assertThat(accept).startsWith("application/json;as=PartialObjectMetadataList;");
        assertThat(mostBytes).isEqualTo(LONGEST);
        int limit = Integer.parseInt(path.replaceAll(".*limit=([0-9]+).*", "$1"));
        int from = path.contains("continue=") ? Integer.parseInt(path.replaceAll(".*continue=", "")) : 0;
        int to = Math.min(sizes.size(), from + limit);
        asked.add(from + "+" + limit);
        int bytes = sizes.subList(from, to).stream().mapToInt(Integer::intValue).sum();
        if (bytes > mostBytes) {
            throw new MemberUnreachableException("too long", tooLong());
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("metadata").put("continue", to < sizes.size() ? Integer.toString(to) : "");
        for (int i = from; i < to; i++) {
            body.withArray("items").addObject().put("i", i);
        }
        return new MemberReply(200, body);
    }

    private void read() throws MemberUnreachableException {
        new LabelledMetadata(this::list, () -> isStopped)
                .read(
                        "",
                        "/api/v1/configmaps",
                        object -> seen.add(object.path("i").asInt()));
    }

    @Test
    void readsPagesOfAHundredObjects() throws Exception {
        objects(250, 1_000);

        read();

        assertThat(asked).containsExactly("0+100", "100+100", "200+100");
        assertThat(seen).hasSize(250).doesNotHaveDuplicates();
    }

    /**
     * 30 objects of 256 KiB are 7.5 MiB; 4 MiB are 16 of them, so that pages of 12 are taken: 100, 50 and 25 are too
     * many.
     */
    @Test
    void aPageThatIsTooLongIsReadInSmallerOnes() throws Exception {
        objects(30, 256 * 1024);

        read();

        assertThat(asked).containsExactly("0+100", "0+50", "0+25", "0+12", "12+24", "12+12", "24+24");
        assertThat(seen).hasSize(30).doesNotHaveDuplicates();
    }

    /** No API server stores such an object. */
    @Test
    void anObjectThatIsTooLongAloneIsAFailure() {
        objects(1, LONGEST + 1);

        assertThatThrownBy(this::read).isInstanceOf(MemberUnreachableException.class);
        assertThat(asked).containsExactly("0+100", "0+50", "0+25", "0+12", "0+6", "0+3", "0+1");
    }

    @Test
    void asksForNothingOnceItIsStopped() throws Exception {
        objects(250, 1_000);
        isStopped = true;

        read();

        assertThat(asked).isEmpty();
    }

    private void objects(int count, int bytes) {
        for (int i = 0; i < count; i++) {
            sizes.add(bytes);
        }
    }

    private static IOException tooLong() {
        return new AnswerTooLongException(LONGEST);
    }
}
