package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorWatchesTest {
    @SuppressWarnings("unchecked")
    private static WatchedKind<ReplicaSet> replicaSets() {
        return (WatchedKind<ReplicaSet>)
                SelectorWatches.all(new RecordingFeed(), new HeavyObjectAccounting(1_000, 1_000)).stream()
                        .filter(kind -> kind.type() == ReplicaSet.class)
                        .findFirst()
                        .orElseThrow();
    }

    /** Each would take 130 bytes: 60 MB of 500,000 beside 150,000 pods. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{replicas: 0}|false", "{replicas: 1}|true", "{selector: {}}|true"})
    void oldReplicaSetsAreLeftOut(String spec, boolean wanted) {
        assertThat(replicaSets().wanted().test(Yaml.read(ReplicaSet.class, "spec: " + spec)))
                .isEqualTo(wanted);
    }

    @Test
    void oneWithoutASpecIsReadToSayWhatIsWrong() {
        assertThat(replicaSets().wanted().test(new ReplicaSet())).isTrue();
    }
}
