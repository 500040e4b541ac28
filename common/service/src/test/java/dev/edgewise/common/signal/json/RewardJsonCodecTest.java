package dev.edgewise.common.signal.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.UnreadableSignalException;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RewardJsonCodecTest {
    private static final Instant AT = Instant.parse("2026-11-21T08:00:00.123Z");
    private static final ObservationMetadata OBSERVED =
            new ObservationMetadata(AT, "reward-monitor", Duration.ofMinutes(15));
    private static final String REST = ",\"state\":\"open\",\"since\":1,\"at\":1,\"for\":1,\"by\":\"a\"}";

    private final RewardJsonCodec json = new RewardJsonCodec();

    @Test
    void isReadAsItWasWritten() throws Exception {
        Reward reward = new Reward(0.25, 3.5, 0.75, QuarantineStatus.QUARANTINED, AT.minusSeconds(60), OBSERVED);

        // 2026-11-21T08:00:00.123Z is 1,795,248,000,123 ms
        assertThat(new String(json.encode(reward), UTF_8))
                .isEqualTo("{\"v\":1,\"value\":0.25,\"samples\":3.5,\"confidence\":0.75,\"state\":\"quarantined\","
                        + "\"since\":1795247940123,\"at\":1795248000123,\"for\":900000,\"by\":\"reward-monitor\"}");
        assertThat(json.decode(json.encode(reward))).isEqualTo(reward);
    }

    @Test
    void skipsWhatALaterWriterAdded() throws Exception {
        String text = "{\"v\":1,\"new\":{\"a\":[1]},\"value\":1,\"samples\":0,\"confidence\":0" + REST;

        assertThat(json.decode(text.getBytes(UTF_8)).value()).isEqualTo(1);
    }

    @Test
    void saysWhatItCannotRead() {
        assertUnreadable("{\"v\":2" + REST, "v is 2: it must be 1");
        assertUnreadable("7", "v is 0: it must be 1");
        assertUnreadable("{\"v\":1,\"samples\":1,\"confidence\":0" + REST, "value is missing");
        assertUnreadable("{\"v\":1,\"value\":1.1,\"samples\":1,\"confidence\":0" + REST, "value is 1.1: it must be in");
        assertUnreadable(
                "{\"v\":1,\"value\":1,\"samples\":-1,\"confidence\":0" + REST, "samples is -1.0: it must be 0");
        assertUnreadable("{\"v\":1,\"value\":1,\"samples\":1,\"confidence\":2" + REST, "confidence is 2.0: it must be");
        assertUnreadable(
                "{\"v\":1,\"state\":\"bad\"}", "state is \"bad\": it must be one of open, quarantined, probation");
        assertUnreadable("{\"v\":1,\"val", "");
    }

    @Test
    void aRowIsOfATypeOrOfAllNodes() {
        assertThat(RewardRowNames.type(RewardRowNames.ofType("shop.web"))).contains("shop.web");
        assertThat(RewardJsonCodec.KIND.key(RewardRowNames.ofType("shop.web")))
                .isEqualTo("edgewise:reward:pods:shop.web");
        assertThat(RewardRowNames.type(RewardRowNames.NODES)).isEmpty();
    }

    private void assertUnreadable(String text, String message) {
        assertThatThrownBy(() -> json.decode(text.getBytes(UTF_8)))
                .isInstanceOf(UnreadableSignalException.class)
                .hasMessageContaining(message);
    }
}
