package dev.edgewise.common.signal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.StoredRows;
import dev.edgewise.common.signal.Words;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PublishedSignalsTest {
    private final InMemorySignalStores stores = new InMemorySignalStores();
    private final SignalStore<String> store = stores.of(Words.KIND);
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final PublishedSignals<String> published =
            new PublishedSignals<>(Words.KIND, stores, WriterElection.of(leads::get), new SimpleMeterRegistry());

    @Test
    void whatIsPutIsPublishedAtOnce() {
        assertThat(published.put("a", "b", "one")).isTrue();
        assertThat(published.put("a", "c", "two")).isTrue();

        assertThat(StoredRows.of(store)).isEqualTo(Map.of("a", Map.of("b", "one", "c", "two")));
        assertThat(published.find("a", "b")).contains("one");
    }

    @Test
    void whatWasPublishedBeforeIsTakenOverAndGivesWayToWhatWasPut() {
        store.publish("a", Map.of("b", "old", "c", "stays"));
        store.publish("x", Map.of("y", "stays"));

        published.put("a", "b", "new");

        assertThat(StoredRows.of(store))
                .isEqualTo(Map.of("a", Map.of("b", "new", "c", "stays"), "x", Map.of("y", "stays")));
        assertThat(published.row("x")).isEqualTo(Map.of("y", "stays"));
    }

    @Test
    void whatIsNotRetainedIsRemoved() {
        published.put("a", "b", "one");
        published.put("a", "gone", "two");
        published.put("gone", "a", "three");

        assertThat(published.retain(row -> !row.equals("gone"), field -> !field.equals("gone")))
                .isTrue();
        assertThat(StoredRows.of(store)).isEqualTo(Map.of("a", Map.of("b", "one")));
    }

    @Test
    void whatIsNotRetainedIsNotTakenOverEither() {
        store.publish("a", Map.of("b", "one", "gone", "two"));
        store.publish("gone", Map.of("a", "three"));
        leads.set(false);
        published.retain(row -> !row.equals("gone"), field -> !field.equals("gone"));
        leads.set(true);
        published.put("x", "y", "mine");
        assertThat(StoredRows.of(store)).isEqualTo(Map.of("a", Map.of("b", "one"), "x", Map.of("y", "mine")));
    }

    @Test
    void whatWasPutWhileTheStoreWasAwayIsNewerThanWhatIsStored() {
        SwitchedStores away = new SwitchedStores(stores);
        PublishedSignals<String> late =
                new PublishedSignals<>(Words.KIND, away, WriterElection.of(leads::get), new SimpleMeterRegistry());
        store.publish("a", Map.of("b", "old", "c", "stays"));
        away.off = true;
        assertThat(late.put("a", "b", "new")).isFalse();
        assertThat(late.trouble()).isPresent();
        away.off = false;
        assertThat(late.put("x", "y", "mine")).isTrue();
        assertThat(StoredRows.of(store))
                .isEqualTo(Map.of("a", Map.of("b", "new", "c", "stays"), "x", Map.of("y", "mine")));
        assertThat(late.trouble()).isEmpty();
    }

    /** Values that a loop has written to the store since are no newer than those that another leader wrote then. */
    @Test
    void whatIsStoredByNowGivesWayToTheNextLeader() {
        SwitchedStores away = new SwitchedStores(stores);
        PublishedSignals<String> late =
                new PublishedSignals<>(Words.KIND, away, WriterElection.of(leads::get), new SimpleMeterRegistry());
        away.off = true;
        assertThat(late.put("a", "b", "mine")).isFalse();
        away.off = false;
        assertThat(late.retain(row -> true, field -> true)).isTrue();

        leads.set(false);
        late.retain(row -> true, field -> true);
        store.publish("a", Map.of("b", "of the leader"));
        leads.set(true);
        late.put("x", "y", "later");
        assertThat(late.find("a", "b")).contains("of the leader");
        assertThat(StoredRows.of(store))
                .isEqualTo(Map.of("a", Map.of("b", "of the leader"), "x", Map.of("y", "later")));
    }

    @Test
    void aFieldThatIsRemovedLeavesTheOthersOfItsRowWaiting() {
        SwitchedStores away = new SwitchedStores(stores);
        PublishedSignals<String> late =
                new PublishedSignals<>(Words.KIND, away, WriterElection.of(leads::get), new SimpleMeterRegistry());
        store.publish("a", Map.of("b", "old", "gone", "old"));
        away.off = true;
        late.put("a", "b", "new");
        late.put("a", "gone", "new");
        late.retain(row -> true, field -> !field.equals("gone"));
        away.off = false;
        late.put("x", "y", "later");
        assertThat(StoredRows.of(store)).isEqualTo(Map.of("a", Map.of("b", "new"), "x", Map.of("y", "later")));
    }

    @Test
    void whoDoesNotLeadTakesNothingAndBelievesWhatTheLeaderWrote() {
        published.put("a", "b", "one");
        leads.set(false);
        assertThatThrownBy(() -> published.put("a", "b", "two"))
                .isInstanceOf(NotActiveWriterException.class)
                .hasMessageContaining("the leader");
        assertThat(published.retain(row -> true, field -> true)).isFalse();
        assertThat(published.find("a", "b")).as("what it knew").contains("one");

        store.publish("a", Map.of("b", "of the leader"));
        leads.set(true);
        published.put("x", "y", "mine");
        assertThat(StoredRows.of(store)).isEqualTo(Map.of("a", Map.of("b", "of the leader"), "x", Map.of("y", "mine")));
    }
}
