package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Answers about sets of two pods, after one promised pod. */
class WhatIfClientTest {
    private static final String PLACED = "{\"node\": \"n\"}";
    private static final String NOWHERE = "{\"node\": null, \"message\": \"0/3 nodes are available\"}";
    private static final String SLOW = "{\"error\": {\"reason\": \"TOO_SLOW\"}, \"message\": \"it took too long\"}";

    @Test
    void countsTheSetsThatWerePlacedAsAWhole() throws IOException {
        assertThat(read(PLACED, PLACED, PLACED, PLACED, PLACED, PLACED)).isEqualTo(new WhatIfClient.Answer(2, "", ""));
        assertThat(read(PLACED, PLACED, PLACED, PLACED, NOWHERE, PLACED)).isEqualTo(new WhatIfClient.Answer(1, "", ""));
    }

    @Test
    void anAnswerInPartCountsOnceItHasAWholeSet() throws IOException {
        assertThat(read(PLACED, PLACED, PLACED, PLACED)).isEqualTo(new WhatIfClient.Answer(1, "", ""));
        assertThat(read(PLACED, PLACED, PLACED, SLOW)).isEqualTo(new WhatIfClient.Answer(1, "", ""));
        assertThat(read(PLACED, PLACED).failure()).isEqualTo("answers about 1 of 2 pods in time");
        assertThat(read().failure()).isEqualTo("answers about 0 of 2 pods in time");
    }

    @Test
    void aPodWithoutANodeRefusesAndAFailureDoesNot() throws IOException {
        assertThat(read(PLACED, PLACED, NOWHERE).refusal())
                .isEqualTo("scheduler-service of the cluster says 0/3 nodes are available");
        assertThat(read(PLACED, PLACED, SLOW)).isEqualTo(WhatIfClient.Answer.none("says it took too long"));
    }

    /** The nodes of promised pods do not matter. */
    @Test
    void aPromisedPodThatGoesNowhereRefusesNothing() throws IOException {
        assertThat(read(NOWHERE, PLACED, PLACED).sets()).isEqualTo(1);
    }

    private static WhatIfClient.Answer read(String... pods) throws IOException {
        return WhatIfClient.read(new ObjectMapper().readTree("[" + String.join(",", pods) + "]"), 1, 2, false);
    }
}
