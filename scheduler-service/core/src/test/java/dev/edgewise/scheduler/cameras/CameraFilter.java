package dev.edgewise.scheduler.cameras;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.FactListener;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Keeps a pod that reads a camera at the camera's node, and allows two such pods for each camera. */
final class CameraFilter implements Filter {
    static final String LABEL = "camera";
    /** A camera came, moved, or was removed. */
    static final ClusterEvent CAMERA_CHANGED = ClusterEvent.of("CameraUpdate");

    static final FactListener<Cameras> LISTENER = FactListener.of(Cameras.FACT, CAMERA_CHANGED);

    private static final int MOST_VIEWERS = 2;
    private static final String NAME = "Camera";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        String name = pod.labels().get(LABEL);
        if (name == null) {
            return PreparedNodeFilter.PASS;
        }
        Camera camera = snapshot.get(Cameras.FACT).find(name);
        if (camera == null) {
            return PreparedNodeFilter.never(Rejection.unresolvable(NAME, "camera " + name + " is not there"));
        }
        if (snapshot.get(Viewers.FACT).of(name) >= MOST_VIEWERS) {
            return PreparedNodeFilter.never(Rejection.unschedulable(NAME, "camera " + name + " has its pods"));
        }
        Rejection elsewhere = Rejection.unresolvable(NAME, "camera " + name + " is at another node");
        return node -> node.name().equals(camera.node()) ? null : elsewhere;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(CAMERA_CHANGED, ClusterEvent.POD_REMOVED);
    }
}
