package dev.edgewise.scheduler.decisions.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecisionStreamRetentionCounterTest {
    @Test
    void entriesOfOrdinarySizeAreCounted() {
        DecisionStreamRetentionCounter size = new DecisionStreamRetentionCounter(new SharedDecisions.Limits(3, 10_000));
        for (int i = 0; i < 5; i++) {
            size.add(100);
        }

        assertThat(size.cap()).isEqualTo(3);
    }

    @Test
    void largeEntriesAreFewer() {
        DecisionStreamRetentionCounter size =
                new DecisionStreamRetentionCounter(new SharedDecisions.Limits(1_000, 10_000));
        assertThat(size.cap()).isEqualTo(1_000);
        for (int i = 0; i < 20; i++) {
            size.add(936);
        }

        // 936 and 64 of overhead are 1,000
        assertThat(size.cap()).isEqualTo(10);
        // 2,064 take the place of three of 1,000
        size.add(2_000);
        assertThat(size.cap()).isEqualTo(8);
    }

    @Test
    void oneEntryMayAlwaysStay() {
        DecisionStreamRetentionCounter size =
                new DecisionStreamRetentionCounter(new SharedDecisions.Limits(1_000, 100));
        size.add(5_000);

        assertThat(size.cap()).isPositive();
        size.add(5_000);
        assertThat(size.cap()).isEqualTo(1);
    }
}
