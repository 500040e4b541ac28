package dev.edgewise.scheduler.signals;

import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.rtt.Rtt;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.BiConsumer;

/** A feed that hears round-trip times and fails at anything else. */
final class RecordingFeed {
    private RecordingFeed() {}

    @SuppressWarnings("unchecked")
    static ClusterFeed ofRtt(BiConsumer<String, Map<String, Rtt>> rtt) {
        return (ClusterFeed) Proxy.newProxyInstance(
                ClusterFeed.class.getClassLoader(), new Class<?>[] {ClusterFeed.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("rtt")) {
                        throw new AssertionError("unexpected call: " + method.getName());
                    }
                    rtt.accept((String) arguments[0], (Map<String, Rtt>) arguments[1]);
                    return null;
                });
    }
}
