package dev.edgewise.rewards.learning.value;

import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.state.NodeState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The opinions of types on their node at one moment. All are read once, and sorted once for each namespace: the opinion
 * for one type is then found by two look-ups. Otherwise each of thousands of types would read all others.
 */
public final class NodeRewardsByType {
    /** The worst part of the opinions that does not count: a third. */
    private static final int DROPPED = 3;

    private final Map<String, OutcomeSums> namespaces = new HashMap<>();
    private final Map<String, List<Opinion>> types = new HashMap<>();
    private final Map<String, Ranked> ranked = new HashMap<>();
    private final Ranked all;
    private int read;

    /** The opinion of a type or a namespace. @param by null for a namespace as a whole */
    private record Opinion(@Nullable PodTypeNodeState by, OutcomeSums sums) {
        double bad() {
            return PriorRewards.bad(sums);
        }
    }

    public NodeRewardsByType(NodeState node) {
        for (PodTypeNodeState state : node.types()) {
            read++;
            if (state.share().weight() > 0) {
                OutcomeSums credited = PriorRewards.credited(state);
                String namespace = state.type().namespace();
                namespaces.merge(namespace, credited, OutcomeSums::plus);
                types.computeIfAbsent(namespace, none -> new ArrayList<>())
                        .add(new Opinion(state, credited.atMostOne()));
            }
        }
        all = new Ranked(namespacesWithout(""));
    }

    /** Returns the opinion of all types: each namespace as a whole. */
    OutcomeSums all() {
        return all.without(null);
    }

    /**
     * Returns the opinion of other types than this one: each type of its namespace, and each other namespace as a
     * whole.
     */
    public OutcomeSums others(PodTypeNodeState state) {
        return ranked.computeIfAbsent(state.type().namespace(), this::rank).without(state);
    }

    /** The number of opinions that were read so far: the cost of all answers. */
    int read() {
        return read;
    }

    private Ranked rank(String namespace) {
        List<Opinion> opinions = namespacesWithout(namespace);
        opinions.addAll(types.getOrDefault(namespace, List.of()));
        read += opinions.size();
        return new Ranked(opinions);
    }

    private List<Opinion> namespacesWithout(String namespace) {
        List<Opinion> opinions = new ArrayList<>();
        namespaces.forEach((name, sums) -> {
            if (!name.equals(namespace)) {
                opinions.add(new Opinion(null, sums.atMostOne()));
            }
        });
        return opinions;
    }

    /** Opinions from the worst to the best, with the sum of each and all better ones. */
    private static final class Ranked {
        private final List<Opinion> opinions;
        private final OutcomeSums[] from;
        private final Map<PodTypeNodeState, Integer> places = new HashMap<>();
        /** The number of opinions with failures. */
        private final int bad;

        Ranked(List<Opinion> of) {
            opinions = of.stream()
                    .sorted(Comparator.comparingDouble(Opinion::bad).reversed())
                    .toList();
            bad = (int) opinions.stream().filter(opinion -> opinion.bad() > 0).count();
            from = new OutcomeSums[opinions.size() + 1];
            from[opinions.size()] = OutcomeSums.NONE;
            for (int place = opinions.size() - 1; place >= 0; place--) {
                from[place] = from[place + 1].plus(opinions.get(place).sums());
                PodTypeNodeState by = opinions.get(place).by();
                if (by != null) {
                    places.put(by, place);
                }
            }
        }

        /** Returns the sum of all opinions but that of the type, if it has one, and the worst of the others. */
        OutcomeSums without(@Nullable PodTypeNodeState state) {
            Integer own = state == null ? null : places.get(state);
            int others = opinions.size() - (own == null ? 0 : 1);
            int mostDropped = (others + DROPPED - 1) / DROPPED;
            int worse = own != null && own < bad ? bad - 1 : bad;
            int dropped = Math.min(mostDropped, worse);
            if (own == null) {
                return from[dropped];
            }
            // If the type is among the worst itself, the next one is dropped instead.
            return own <= dropped
                    ? from[dropped + 1]
                    : from[dropped].minus(opinions.get(own).sums());
        }
    }
}
