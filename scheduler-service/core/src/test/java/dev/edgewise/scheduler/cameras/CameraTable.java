package dev.edgewise.scheduler.cameras;

import dev.edgewise.scheduler.facts.FactChange;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.StateExtension;
import dev.edgewise.scheduler.state.StateExtensionContext;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps room for the decoders, and shows which cameras have no node. */
final class CameraTable implements StateExtension {
    /** The cameras whose node is not there. */
    static final FactKey<Set<String>> WITHOUT_NODE = FactKey.of("cameras without node", Set.of());

    private final StateExtensionContext state;
    /** The pods that read a camera, by name, whether they have a node or not. */
    private final Set<String> pods = new HashSet<>();

    CameraTable(StateExtensionContext state) {
        this.state = state;
    }

    int pods() {
        return pods.size();
    }

    @Override
    public void factChanged(FactChange<?> change) {
        change.ifOf(Cameras.FACT, this::replace);
    }

    @Override
    public void nodeChanged(@Nullable Node before, @Nullable Node after) {
        show();
    }

    @Override
    public void podChanged(@Nullable Pod before, @Nullable Pod after, boolean assumed) {
        if (before != null) {
            pods.remove(before.key().name());
        }
        if (after != null && after.labels().containsKey(CameraFilter.LABEL)) {
            pods.add(after.key().name());
        }
    }

    private void replace(Cameras before, Cameras after) {
        for (Camera camera : before.all()) {
            if (after.find(camera.name()) == null) {
                state.placeholders().release("camera", camera.name());
            }
        }
        for (Camera camera : after.all()) {
            if (!camera.equals(before.find(camera.name()))) {
                Resources decoder = new Resources(camera.milliCpu(), 0, 0, Map.of());
                state.placeholders().keep("camera", camera.name(), camera.node(), decoder);
            }
        }
        show();
    }

    private void show() {
        Set<String> missing = new HashSet<>();
        for (Camera camera : state.get(Cameras.FACT).all()) {
            if (state.node(camera.node()) == null) {
                missing.add(camera.name());
            }
        }
        state.show(WITHOUT_NODE, Set.copyOf(missing));
    }
}
