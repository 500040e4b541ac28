package dev.edgewise.scheduler.model;

import java.util.stream.Collectors;

/** The pods that may take a reservation; always pods of its own namespace. */
public sealed interface ReservationPodMatcher {
    /** Returns whether it is for the pod, as far as its namespace is the right one. */
    boolean accepts(Pod pod);

    /**
     * The pods of one controller.
     *
     * @param uid of the controller
     * @param name what people call it, such as {@code ReplicaSet/cart-5d8f}
     */
    record Owner(String uid, String name) implements ReservationPodMatcher {
        @Override
        public boolean accepts(Pod pod) {
            return uid.equals(pod.controllerUid());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The pods that a selector matches. */
    record Selected(LabelSelector selector) implements ReservationPodMatcher {
        @Override
        public boolean accepts(Pod pod) {
            return selector.matches(pod.labels());
        }

        /** Returns the selector as kubectl takes it: {@code app=cart,tier in (a,b)}. */
        @Override
        public String toString() {
            return selector.isEverything()
                    ? "every pod"
                    : selector.requirements().stream().map(Selected::text).collect(Collectors.joining(","));
        }

        private static String text(Requirement requirement) {
            String key = requirement.key();
            return switch (requirement.operator()) {
                case IN ->
                    requirement.isOneValue()
                            ? key + "=" + requirement.values().get(0)
                            : key + " in " + values(requirement);
                case NOT_IN -> key + " notin " + values(requirement);
                case EXISTS -> key;
                case DOES_NOT_EXIST -> "!" + key;
                case GT -> key + ">" + values(requirement);
                case LT -> key + "<" + values(requirement);
            };
        }

        private static String values(Requirement requirement) {
            return "(" + String.join(",", requirement.values()) + ")";
        }
    }
}
