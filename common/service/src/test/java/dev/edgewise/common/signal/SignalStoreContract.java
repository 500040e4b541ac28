package dev.edgewise.common.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Contract of every {@link SignalStore}. */
public abstract class SignalStoreContract {
    protected static final ObservationMetadata OBSERVED =
            new ObservationMetadata(Instant.parse("2026-11-21T08:00:00Z"), "static", Duration.ofHours(1));

    private final List<SignalSubscription> followings = new ArrayList<>();

    /** An empty store. */
    protected abstract SignalStore<RoundTripTime> store();

    protected static RoundTripTime micros(long micros) {
        return RoundTripTime.ofMicros(micros, OBSERVED);
    }

    protected final SignalSubscription follow(RowListener<RoundTripTime> listener) {
        SignalSubscription following = store().follow(listener);
        followings.add(following);
        await().until(following::connected);
        return following;
    }

    @AfterEach
    protected void closeFollowings() {
        followings.forEach(SignalSubscription::close);
    }

    @Test
    void aFollowerIsToldWhenItHasHeardAllThatWasThere() {
        store().publish("a", Map.of("b", micros(1)));
        store().publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();

        SignalSubscription following = follow(heard);

        assertThat(following.caughtUp().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(10));
        assertThat(heard.rows).containsOnlyKeys("a", "b");
    }

    @Test
    void anEmptyStoreHasNoRows() {
        assertThat(StoredRows.of(store())).isEmpty();
    }

    @Test
    void readsWhatWasPublishedWithItsDirection() {
        RoundTripTime there = new RoundTripTime(12_500, 20_000, 31_000, 0.01, 900, 20, OBSERVED);

        store().publish("a", Map.of("b", there));
        store().publish("b", Map.of("a", micros(7)));

        assertThat(StoredRows.of(store())).isEqualTo(Map.of("a", Map.of("b", there), "b", Map.of("a", micros(7))));
    }

    @Test
    void readsAnEstimateWithItsRange() {
        RoundTripTime estimate = RoundTripTime.estimated(12_000, new EstimatedRange(9_000, 31_000, 85), OBSERVED);

        store().publish("a", Map.of("b", estimate));

        assertThat(StoredRows.of(store())).isEqualTo(Map.of("a", Map.of("b", estimate)));
    }

    @Test
    void publishMergesIntoTheRow() {
        store().publish("a", Map.of("b", micros(1), "c", micros(2)));
        store().publish("a", Map.of("c", micros(3), "d", micros(4)));

        assertThat(StoredRows.of(store()))
                .isEqualTo(Map.of("a", Map.of("b", micros(1), "c", micros(3), "d", micros(4))));
    }

    @Test
    void replaceRemovesTheFieldsNotNamed() {
        store().publish("a", Map.of("b", micros(1), "c", micros(2)));
        store().replace("a", Map.of("c", micros(2), "d", micros(4)));

        assertThat(StoredRows.of(store())).isEqualTo(Map.of("a", Map.of("c", micros(2), "d", micros(4))));
    }

    @Test
    void replacingByNothingRemovesTheRow() {
        store().publish("a", Map.of("b", micros(1)));
        store().replace("a", Map.of());

        assertThat(StoredRows.of(store())).isEmpty();
    }

    @Test
    void publishingNothingMakesNoRow() {
        store().publish("a", Map.of());

        assertThat(StoredRows.of(store())).isEmpty();
    }

    @Test
    void droppedNodesVanishAsRowsAndAsFields() {
        store().publish("a", Map.of("b", micros(1), "c", micros(2)));
        store().publish("b", Map.of("a", micros(3)));
        store().publish("c", Map.of("b", micros(4)));

        store().dropNodes(Set.of("b", "unknown"));

        assertThat(StoredRows.of(store())).isEqualTo(Map.of("a", Map.of("c", micros(2))));
    }

    @Test
    void droppingNoNodesChangesNothing() {
        store().publish("a", Map.of("b", micros(1)));

        store().dropNodes(Set.of());

        assertThat(StoredRows.of(store())).isEqualTo(Map.of("a", Map.of("b", micros(1))));
    }

    @Test
    void aFollowerHearsTheRowsThereAreAndThenEachChangeAsAWholeRow() {
        store().publish("a", Map.of("b", micros(1)));
        Recorded heard = new Recorded();
        follow(heard);
        assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(1))));

        store().publish("a", Map.of("c", micros(2)));
        store().publish("b", Map.of("a", micros(3)));

        await().untilAsserted(() -> assertThat(heard.rows)
                .isEqualTo(Map.of("a", Map.of("b", micros(1), "c", micros(2)), "b", Map.of("a", micros(3)))));
    }

    @Test
    void aFollowerHearsOfRowsThatAreGone() {
        store().publish("a", Map.of("b", micros(1), "c", micros(2)));
        store().publish("b", Map.of("a", micros(3)));
        Recorded heard = new Recorded();
        follow(heard);

        store().dropNodes(Set.of("b"));

        await().untilAsserted(() -> assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("c", micros(2)))));
    }

    @Test
    void repeatingAWriteIsNotAChange() {
        Map<String, RoundTripTime> row = Map.of("b", micros(1), "c", micros(2));
        store().publish("a", row);
        store().publish("z", Map.of("a", micros(9)));
        Recorded heard = new Recorded();
        follow(heard);
        heard.names.clear();

        store().publish("a", row);
        store().publish("a", Map.of("b", micros(1)));
        store().replace("a", row);
        store().dropNodes(Set.of("unknown"));
        store().publish("z", Map.of("a", micros(10)));

        await().until(() -> heard.rows.get("z").get("a").equals(micros(10)));
        assertThat(heard.names).containsOnly("z");
    }

    @Test
    void anotherObservationOfTheSameValueIsAChange() {
        store().publish("a", Map.of("b", micros(1)));
        RoundTripTime later = micros(1)
                .observed(new ObservationMetadata(OBSERVED.at().plusSeconds(60), "static", OBSERVED.validFor()));

        store().publish("a", Map.of("b", later));

        assertThat(StoredRows.of(store())).isEqualTo(Map.of("a", Map.of("b", later)));
    }

    @Test
    void aClosedFollowerHearsNothingMore() {
        Recorded closed = new Recorded();
        SignalSubscription following = follow(closed);
        Recorded open = new Recorded();
        follow(open);

        following.close();
        following.close();
        store().publish("a", Map.of("b", micros(1)));

        await().until(() -> open.rows.containsKey("a"));
        assertThat(closed.names).isEmpty();
        assertThat(following.connected()).isFalse();
    }

    @Test
    void aFailingListenerDoesNotEndTheFollowing() {
        Recorded heard = new Recorded();
        follow((row, values) -> {
            heard.changed(row, values);
            if (row.equals("bad")) {
                throw new IllegalStateException("a listener's own fault, for this test");
            }
        });

        store().publish("bad", Map.of("b", micros(1)));
        store().publish("good", Map.of("b", micros(2)));

        await().until(() -> heard.rows.containsKey("good"));
        assertThat(heard.rows).containsKey("bad");
    }

    @Test
    void afterAnyWritesEveryFollowerKnowsWhatTheStoreHolds() {
        Random random = new Random(20261121);
        List<String> nodes = List.of("a", "b", "c", "d", "e", "nöde", "ü/x y");
        Recorded early = new Recorded();
        follow(early);
        for (int i = 0; i < 200; i++) {
            String row = nodes.get(random.nextInt(nodes.size()));
            Map<String, RoundTripTime> values = new HashMap<>();
            for (int n = random.nextInt(4); n > 0; n--) {
                values.put(nodes.get(random.nextInt(nodes.size())), micros(random.nextInt(3)));
            }
            switch (random.nextInt(8)) {
                case 0 -> store().dropNodes(Set.of(row));
                case 1, 2, 3 -> store().replace(row, values);
                default -> store().publish(row, values);
            }
        }
        Map<String, Map<String, RoundTripTime>> held = StoredRows.of(store());
        Recorded late = new Recorded();
        follow(late);

        assertThat(held).isNotEmpty();
        assertThat(late.rows).isEqualTo(held);
        await().untilAsserted(() -> assertThat(early.rows).isEqualTo(held));
    }
}
