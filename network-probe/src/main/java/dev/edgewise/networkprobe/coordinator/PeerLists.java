package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.protocol.PeerAddress;
import dev.edgewise.networkprobe.protocol.PeerList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the lists that agents are given, with their addresses. Confined to its owner's lock. */
final class PeerLists {
    /** Number of rounds for which an agent uses a list: the reply to each report says when there is another. */
    private static final int ROUNDS = 60;

    private final AgentsProperties settings;
    private final NodeDirectory nodes;
    private final PeerAssignments assignments;
    private final RoundsPerReport pace;
    private final String echoKey;
    private final Map<String, Tagged> tags = new HashMap<>();

    /** The tag of a list, with what it was made of: it is worked out again only when some of that may have changed. */
    private record Tagged(String tag, List<String> peers, long places, int roundsPerReport) {}

    /** @param echoKey by which agents sign their echo requests, 32 hexadecimal digits */
    PeerLists(
            AgentsProperties settings,
            NodeDirectory nodes,
            PeerAssignments assignments,
            RoundsPerReport pace,
            String echoKey) {
        this.settings = settings;
        this.nodes = nodes;
        this.assignments = assignments;
        this.pace = pace;
        this.echoKey = echoKey;
    }

    PeerList list(String node) {
        long round = settings.round().toMillis();
        return new PeerList(
                node,
                round,
                settings.echoes(),
                pace.rounds(),
                ROUNDS * round,
                echoKey,
                located(assignments.peers(node)));
    }

    /** Whether a node's list is another than the one with this tag; null stands for none. */
    boolean isAnother(String node, @Nullable String tag) {
        List<String> peers = assignments.peers(node);
        long places = nodes.version();
        Tagged last = tags.get(node);
        if (last == null || last.peers != peers || last.places != places || last.roundsPerReport != pace.rounds()) {
            last = new Tagged(list(node).tag(), peers, places, pace.rounds());
            tags.put(node, last);
        }
        return !last.tag.equals(tag);
    }

    /** Returns the addresses of the nodes that can be reached. */
    List<PeerAddress> located(List<String> names) {
        return names.stream()
                .flatMap(name -> nodes.endpoint(name).stream().map(at -> new PeerAddress(name, at.host(), at.port())))
                .toList();
    }

    void remove(Set<String> gone) {
        tags.keySet().removeAll(gone);
    }
}
