package dev.edgewise.global.view;

import java.util.List;

/**
 * The objects in members that should not be there.
 *
 * @param objects with the label of a request that has no attempt there, or one that is CLEANED
 * @param unanswered names of clusters that could not be asked
 * @param unsearched places that were not looked at, so that there may be more
 * @param forgotten clusters that will not answer any more, in which objects are left behind
 */
public record Leftovers(
        List<Leftover> objects, List<String> unanswered, List<Unsearched> unsearched, List<Forgotten> forgotten) {
    public Leftovers {
        objects = List.copyOf(objects);
        unanswered = List.copyOf(unanswered);
        unsearched = List.copyOf(unsearched);
        forgotten = List.copyOf(forgotten);
    }

    /** Makes leftovers of a search that has looked everywhere, without clusters that are forgotten. */
    public Leftovers(List<Leftover> objects, List<String> unanswered) {
        this(objects, unanswered, List.of(), List.of());
    }

    /**
     * A cluster that an operator has marked as forgotten.
     *
     * @param cluster name that its member had
     * @param attempts attempts there whose requests still exist, such as {@code attempt 1 of team-a/shop}; the log
     *     names all
     */
    public record Forgotten(String cluster, String clusterUid, List<String> attempts) {
        public Forgotten {
            attempts = List.copyOf(attempts);
        }
    }

    /**
     * A place that was not looked at.
     *
     * @param namespace of the member; empty for the whole cluster
     * @param kinds whose objects were not looked at; empty for all
     * @param why for people
     */
    public record Unsearched(String cluster, String namespace, List<String> kinds, String why) {
        public Unsearched {
            kinds = List.copyOf(kinds);
        }
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
