package dev.edgewise.scheduler.cameras;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import dev.edgewise.scheduler.model.Pod;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** How many pods on nodes read each camera. Immutable. */
record Viewers(PMap<String, Integer> byCamera) {
    static final FactKey<Viewers> FACT =
            FactKey.of("viewers", new Viewers(HashTreePMap.empty()), new FactUpdateRule<>() {
                @Override
                public Viewers withPod(Viewers viewers, Pod pod) {
                    return viewers.plus(pod, 1);
                }

                @Override
                public Viewers withoutPod(Viewers viewers, Pod pod) {
                    return viewers.plus(pod, -1);
                }
            });

    int of(String camera) {
        return byCamera.getOrDefault(camera, 0);
    }

    private Viewers plus(Pod pod, int change) {
        String camera = pod.labels().get(CameraFilter.LABEL);
        return camera == null ? this : new Viewers(byCamera.plus(camera, of(camera) + change));
    }
}
