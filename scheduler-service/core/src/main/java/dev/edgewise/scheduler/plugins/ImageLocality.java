package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.KubeSchedulerScoreScale;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prefers nodes that already have the pod's images, those of its volumes included: by their size, from 23 MB to 1 GB a
 * container, weighed by the share of nodes that have the image, so that one node with a rare image does not draw every
 * pod.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/imagelocality/image_locality.go.
 */
final class ImageLocality implements Score {
    public static final String NAME = "ImageLocality";

    private static final long MEGABYTE = 1024 * 1024;
    private static final long LEAST = 23 * MEGABYTE;
    private static final long MOST_PER_CONTAINER = 1000 * MEGABYTE;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        PodImages images = pod.spec().images();
        Map<String, Integer> wanted = new HashMap<>();
        images.containers().forEach(image -> count(normalised(image), snapshot, wanted));
        images.volumes().forEach(image -> count(normalised(image), snapshot, wanted));
        double[] values = new double[nodes.size()];
        long most = MOST_PER_CONTAINER * Math.max(1, images.containers().size());
        for (int i = 0; i < values.length; i++) {
            long local = local(wanted, nodes.get(i).node().images(), snapshot);
            long sum = Math.min(Math.max(local, LEAST), most);
            values[i] = KubeSchedulerScoreScale.value(KubeSchedulerScoreScale.MAX * (sum - LEAST) / (most - LEAST));
        }
        return values;
    }

    /** Nodes are not asked about an image that none has. */
    private static void count(String image, Snapshot snapshot, Map<String, Integer> wanted) {
        if (snapshot.nodesWithImage(image) > 0) {
            wanted.merge(image, 1, Integer::sum);
        }
    }

    /** The size of the wanted images on a node, each weighed by the share of nodes that have it. */
    private static long local(Map<String, Integer> wanted, Map<String, Long> present, Snapshot snapshot) {
        long sum = 0;
        for (String image : (wanted.size() <= present.size() ? wanted : present).keySet()) {
            Integer times = wanted.get(image);
            Long size = present.get(image);
            if (times != null && size != null) {
                double share = (double) snapshot.nodesWithImage(image)
                        / snapshot.nodes().size();
                sum += times * (long) (size * share);
            }
        }
        return sum;
    }

    /** An image without tag or digest means its tag {@code latest}. */
    private static String normalised(String image) {
        return image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image;
    }
}
