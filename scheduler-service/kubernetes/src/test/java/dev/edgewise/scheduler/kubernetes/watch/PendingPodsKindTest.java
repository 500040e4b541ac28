package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodVersion;
import dev.edgewise.scheduler.state.PendingPods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The watch keeps the version of pods without a node, for any scheduler. */
class PendingPodsKindTest {
    private static final PodKey KEY = new PodKey("shop", "web");

    private final PendingPods pending = new PendingPods(true);
    private final WatchedKind<Pod> pods = WatchedKinds.pods(
            new RecordingFeed(), pending, Spelling.none(), "edgewise", new HeavyObjectAccounting(100_000, 1_000_000));

    @Test
    void onlyTheLastVersionIsKept() {
        pods.changed().accept(pod("7", ""));
        assertThat(find("7")).isNotNull();
        pods.changed().accept(pod("8", ""));
        assertThat(find("7")).isNull();
        assertThat(find("8")).isNotNull();
    }

    @Test
    void aPodThatGotANodeOrVanishedIsForgotten() {
        pods.changed().accept(pod("7", ""));
        pods.changed().accept(pod("8", "nodeName: n1"));
        assertThat(find("8")).isNull();
        pods.changed().accept(pod("9", ""));
        pods.gone().accept("shop", "web");
        assertThat(find("9")).isNull();
    }

    @Test
    void whatHasANodeIsSettled() {
        List<String> settled = settled();
        pods.changed().accept(pod("7", ""));
        assertThat(settled).isEmpty();
        pods.changed().accept(pod("8", "nodeName: n1"));
        assertThat(settled).containsExactly("u-1");
    }

    @Test
    void whatWaitedAndIsGoneIsSettled() {
        List<String> settled = settled();
        pods.changed().accept(pod("7", ""));
        pods.gone().accept("shop", "web");
        assertThat(settled).containsExactly("u-1");
        pods.gone().accept("shop", "web");
        assertThat(settled).as("an earlier pod of that name").hasSize(1);
    }

    private List<String> settled() {
        List<String> settled = new ArrayList<>();
        pending.whenSettled(settled::add);
        return settled;
    }

    /** The pod would otherwise be judged without the unread fields. */
    @Test
    void aPodThatCannotBeReadAsAWholeIsForgotten() {
        pods.changed().accept(pod("7", ""));
        Pod unreadable = pod("7", "tolerations: [{operator: Nonsense}]");
        assertThatThrownBy(() -> pods.changed().accept(unreadable)).isInstanceOf(InvalidObjectException.class);
        assertThat(find("7")).isNull();
    }

    @Test
    void noneIsKeptWhereNobodyAsks() {
        PendingPods unasked = new PendingPods(false);
        WatchedKinds.pods(
                        new RecordingFeed(),
                        unasked,
                        Spelling.none(),
                        "edgewise",
                        new HeavyObjectAccounting(100_000, 1_000_000))
                .changed()
                .accept(pod("7", ""));
        assertThat(unasked.find(new PodVersion(KEY, "u-1", "7"))).isNull();
    }

    private dev.edgewise.scheduler.model.Pod find(String resourceVersion) {
        return pending.find(new PodVersion(KEY, "u-1", resourceVersion));
    }

    private static Pod pod(String resourceVersion, String more) {
        return Yaml.read(
                Pod.class,
                """
                metadata: {name: web, namespace: shop, uid: u-1, resourceVersion: '%s'}
                spec:
                  containers: [{name: c}]
                  schedulerName: default-scheduler
                  %s
                """
                        .formatted(resourceVersion, more));
    }
}
