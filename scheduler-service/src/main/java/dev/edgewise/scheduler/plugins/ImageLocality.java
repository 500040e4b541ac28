package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.pipeline.Score;
import dev.edgewise.scheduler.pipeline.StockScale;
import java.util.List;

/**
 * Prefers nodes that already have the pod's images, those of its volumes included: by their size, from 23 MB to 1 GB a container, weighed by the share
 * of nodes that have the image, so that one node with a rare image does not draw every pod.
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
        double[] values = new double[nodes.size()];
        long[] sums = new long[nodes.size()];
        images.containers().forEach(image -> addLocal(sums, normalised(image), snapshot, nodes));
        images.volumes().forEach(image -> addLocal(sums, normalised(image), snapshot, nodes));
        long most = MOST_PER_CONTAINER * Math.max(1, images.containers().size());
        for (int i = 0; i < values.length; i++) {
            long sum = Math.min(Math.max(sums[i], LEAST), most);
            values[i] = StockScale.value(StockScale.MAX * (sum - LEAST) / (most - LEAST));
        }
        return values;
    }

    private static void addLocal(long[] sums, String image, Snapshot snapshot, List<NodeState> nodes) {
        double share = -1;
        for (int i = 0; i < sums.length; i++) {
            Long size = nodes.get(i).node().images().get(image);
            if (size != null) {
                share = share < 0 ? shareWith(image, snapshot) : share;
                sums[i] += (long) (size * share);
            }
        }
    }

    private static double shareWith(String image, Snapshot snapshot) {
        long having = 0;
        for (NodeState node : snapshot.nodes()) {
            having += node.node().images().containsKey(image) ? 1 : 0;
        }
        return (double) having / snapshot.nodes().size();
    }

    /** An image without tag or digest means its tag {@code latest}. */
    private static String normalised(String image) {
        return image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image;
    }
}
