package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagedFieldsFilterTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> PIECES =
            List.of("\"", "\\", "[", "]", "{", "}", ":", ",", " ", "managedFields", "\u00fc");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{\"k:[]\":[[1],[]]}}],\"a\":1} | {\"managedFields\":[],\"a\":1}",
                "{\"managedFields\" : [ \"]\", \"\\\"]\", \"\\\\\" ] , \"a\":[2]} | {\"managedFields\" : [] , \"a\":[2]}",
                "{\"managedFields\":[]}{\"managedFields\":[1]} | {\"managedFields\":[]}{\"managedFields\":[]}",
                // Not the field, but its name elsewhere: a label, a value, a part of another name.
                "{\"managedFields\":\"a\",\"b\":[1]} | {\"managedFields\":\"a\",\"b\":[1]}",
                "{\"a\":\"managedFields\",\"b\":[1]} | {\"a\":\"managedFields\",\"b\":[1]}",
                "[\"managedFields\",[1]] | [\"managedFields\",[1]]",
                "{\"managedFields2\":[1],\"xmanagedFields\":[2]} | {\"managedFields2\":[1],\"xmanagedFields\":[2]}",
                "{\"a\":\"\\\"managedFields\\\":[\",\"b\":[1]} | {\"a\":\"\\\"managedFields\\\":[\",\"b\":[1]}",
                "{\"managedFields\":{\"a\":[1]}} | {\"managedFields\":{\"a\":[1]}}",
            })
    void onlyTheArrayIsLeftOut(String json, String left) throws IOException {
        for (int piece : new int[] {1, 2, 7, 1000}) {
            assertThat(filtered(json, piece)).as("in pieces of %s", piece).isEqualTo(left);
        }
    }

    /** Filters texts that are full of quotes, backslashes and brackets, cut at any place. */
    @Test
    void leavesTheSameAsAParserWould() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            JsonNode tree = value(random, 5);
            JsonNode expected = withoutManagedFields(tree.deepCopy());
            String left = filtered(tree.toString(), 1 + random.nextInt(40));
            assertThat(JSON.readTree(left)).as(tree.toString()).isEqualTo(expected);
        }
    }

    private static JsonNode value(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 4 : 2);
        if (kind == 0) {
            return JSON.getNodeFactory().numberNode(random.nextInt());
        } else if (kind == 1) {
            return JSON.getNodeFactory().textNode(text(random));
        } else if (kind == 2) {
            ArrayNode array = JSON.createArrayNode();
            random.ints(random.nextInt(4)).forEach(any -> array.add(value(random, depth - 1)));
            return array;
        }
        ObjectNode object = JSON.createObjectNode();
        random.ints(random.nextInt(5)).forEach(any -> object.set(text(random), value(random, depth - 1)));
        return object;
    }

    private static String text(Random random) {
        if (random.nextInt(3) == 0) {
            return "managedFields";
        }
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(20), 0, PIECES.size()).forEach(piece -> text.append(PIECES.get(piece)));
        return text.toString();
    }

    private static JsonNode withoutManagedFields(JsonNode tree) {
        if (tree instanceof ObjectNode object && object.path("managedFields").isArray()) {
            object.putArray("managedFields");
        }
        tree.forEach(ManagedFieldsFilterTest::withoutManagedFields);
        return tree;
    }

    private static String filtered(String json, int piece) throws IOException {
        InputStream pieces = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, piece));
            }
        };
        String left = new String(new ManagedFieldsFilter(pieces).readAllBytes(), StandardCharsets.UTF_8);
        InputStream whole = new ManagedFieldsFilter(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
        assertThat(readInPieces(whole, piece)).isEqualTo(left);
        return left;
    }

    /** Reads in pieces, as a parser does with what is left of its own buffer. */
    private static String readInPieces(InputStream in, int piece) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] buffer = new byte[piece];
        for (int count = in.read(buffer, 0, piece); count >= 0; count = in.read(buffer, 0, piece)) {
            read.write(buffer, 0, count);
        }
        return read.toString(StandardCharsets.UTF_8);
    }
}
