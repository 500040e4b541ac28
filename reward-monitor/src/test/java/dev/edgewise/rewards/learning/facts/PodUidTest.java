package dev.edgewise.rewards.learning.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodUidTest {
    private static final String UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

    @Test
    void aUuidIsKeptAsItsBits() {
        assertThat(PodUid.of(UUID)).isInstanceOf(PodUid.Bits.class).isEqualTo(PodUid.of(UUID));
        assertThat(PodUid.of(UUID).text()).isEqualTo(UUID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0F8FAD5B-d9cb-469f-a165-70867728950e",
                "f8fad5b-d9cb-469f-a165-70867728950e",
                "0-0-0-0-0",
                "3b0f4f0d2a5c4d9e8b7a6c5d4e3f2a1b",
                "u"
            })
    void anyOtherTextStaysWhatItIs(String text) {
        assertThat(PodUid.of(text).text()).isEqualTo(text);
    }

    @Test
    void podsOfTheSameUidAreTheSame() {
        assertThat(pod(UUID)).isEqualTo(pod(UUID)).isNotEqualTo(pod(UUID.replace('5', '6')));
        assertThat(pod(UUID).uid()).isEqualTo(UUID);
        assertThat(pod(UUID).withName("a").uid()).isEqualTo(UUID);
    }

    private static PodFacts pod(String uid) {
        return new PodFacts(PodUid.of(uid), "a", "n.a", "n1", "Running", "", "", "", false, false, null, List.of());
    }
}
