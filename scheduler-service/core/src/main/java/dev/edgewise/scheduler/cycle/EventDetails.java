package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;

/**
 * Details that events add to kube-scheduler's messages. Called on threads that write events, never on the one that
 * decides.
 */
public interface EventDetails {
    EventDetails NONE = new EventDetails() {
        @Override
        public String placed(Pod bound) {
            return "";
        }

        @Override
        public String rejected(Pod pod) {
            return "";
        }
    };

    /** Returns a text to follow the name of the pod's node; empty for none. */
    String placed(Pod bound);

    /** Returns a text to follow the reasons of a pod that its delay needs keep off nodes; empty for none. */
    String rejected(Pod pod);
}
