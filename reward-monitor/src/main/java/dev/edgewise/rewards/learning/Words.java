package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.estimates.Sums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the types of a node say of it at one moment. All of it is read once, and sorted once for each namespace: what is said to one type is then found by two look-ups,
 * as of thousands of types each would read all others otherwise.
 */
final class Words {
    /** Of those who speak, this part does not count: those who speak worst. */
    private static final int DROPPED = 3;

    /** By namespace: all that its types say. */
    private final Map<String, Sums> namespaces = new HashMap<>();

    private final Map<String, List<Word>> types = new HashMap<>();
    private final Map<String, Ranked> ranked = new HashMap<>();
    private final Ranked all;
    private int read;

    /** @param by null for a namespace as a whole */
    private record Word(@Nullable Cell by, Sums said) {
        double bad() {
            return Priors.bad(said);
        }
    }

    Words(NodeState node) {
        for (Cell cell : node.cells) {
            read++;
            if (cell.share.weight() > 0) {
                Sums said = Priors.credited(cell);
                namespaces.merge(cell.type.namespace, said, Sums::plus);
                types.computeIfAbsent(cell.type.namespace, none -> new ArrayList<>())
                        .add(new Word(cell, said.atMostOne()));
            }
        }
        all = new Ranked(namespacesWithout(""));
    }

    /** What is said by all types: each namespace as a whole. */
    Sums all() {
        return all.without(null);
    }

    /** What is said by others than that type: each of its namespace, and each other namespace as a whole. */
    Sums others(Cell cell) {
        return ranked.computeIfAbsent(cell.type.namespace, this::rank).without(cell);
    }

    /** How many words were read so far: the cost of all answers. */
    int read() {
        return read;
    }

    private Ranked rank(String namespace) {
        List<Word> words = namespacesWithout(namespace);
        words.addAll(types.getOrDefault(namespace, List.of()));
        read += words.size();
        return new Ranked(words);
    }

    private List<Word> namespacesWithout(String namespace) {
        List<Word> words = new ArrayList<>();
        namespaces.forEach((name, said) -> {
            if (!name.equals(namespace)) {
                words.add(new Word(null, said.atMostOne()));
            }
        });
        return words;
    }

    /** Words from the worst to the best, with the sum of each and all that are better. */
    private static final class Ranked {
        private final List<Word> words;
        private final Sums[] from;
        private final Map<Cell, Integer> places = new HashMap<>();
        /** How many say anything bad at all. */
        private final int bad;

        Ranked(List<Word> of) {
            words = of.stream()
                    .sorted(Comparator.comparingDouble(Word::bad).reversed())
                    .toList();
            bad = (int) words.stream().filter(word -> word.bad() > 0).count();
            from = new Sums[words.size() + 1];
            from[words.size()] = Sums.NONE;
            for (int place = words.size() - 1; place >= 0; place--) {
                from[place] = from[place + 1].plus(words.get(place).said());
                Cell by = words.get(place).by();
                if (by != null) {
                    places.put(by, place);
                }
            }
        }

        /** All words but that of the cell, if it has one, and the worst of the others. */
        Sums without(@Nullable Cell cell) {
            Integer own = cell == null ? null : places.get(cell);
            int speakers = words.size() - (own == null ? 0 : 1);
            int mostDropped = (speakers + DROPPED - 1) / DROPPED;
            int worse = own != null && own < bad ? bad - 1 : bad;
            int dropped = Math.min(mostDropped, worse);
            if (own == null) {
                return from[dropped];
            }
            // One that is among the worst itself leaves its place to the next.
            return own <= dropped
                    ? from[dropped + 1]
                    : from[dropped].minus(words.get(own).said());
        }
    }
}
