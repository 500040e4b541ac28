package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagedFieldsFilterTest {
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

    private static String filtered(String json, int piece) throws IOException {
        InputStream pieces = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, piece));
            }
        };
        return new String(new ManagedFieldsFilter(pieces).readAllBytes(), StandardCharsets.UTF_8);
    }
}
