package dev.edgewise.global.view;

import java.util.List;

/**
 * The objects in members that should not be there.
 *
 * @param objects with the label of a request that has no attempt there, or one that is CLEANED
 * @param unanswered names of clusters that could not be asked
 */
public record Leftovers(List<Leftover> objects, List<String> unanswered) {
    public Leftovers {
        objects = List.copyOf(objects);
        unanswered = List.copyOf(unanswered);
    }

    /**
     * An object that should not be there.
     *
     * @param namespace empty for an object of the whole cluster
     * @param requestUid value of its label {@code edgewise.dev/request}
     * @param attempt value of its label {@code edgewise.dev/attempt}
     * @param why for people, such as that there is no such request
     */
    public record Leftover(
            String cluster,
            String apiVersion,
            String kind,
            String namespace,
            String name,
            String requestUid,
            String attempt,
            String why) {}
}
