package dev.edgewise.benchmarks.throughput.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ChangedObjectTest {
    @Test
    void isReadFromTheTextOfAChange() {
        String line = "{\"type\":\"ADDED\",\"object\":{\"kind\":\"PartialObjectMetadata\","
                + "\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"burst-0-17\",\"namespace\":\"n\","
                + "\"uid\":\"cafe\",\"resourceVersion\":\"17\",\"labels\":{\"name\":\"other\"}}}}";

        assertThat(ChangedObject.of(line)).isEqualTo(new ChangedObject("ADDED", "burst-0-17", "cafe", "17"));
    }

    @Test
    void otherTextIsQuoted() {
        assertThatThrownBy(() -> ChangedObject.of("{\"kind\":\"Status\"}"))
                .hasMessageContaining("{\"kind\":\"Status\"}");
    }
}
