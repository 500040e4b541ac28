package dev.edgewise.rewards.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.rewards.estimates.Decay;
import dev.edgewise.rewards.estimates.Sums;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    private static final Sums GOOD = new Sums(1, 1);
    private static final Sums BAD = new Sums(1, 0);

    private final NodeState node = new NodeState("n");

    /** The type does well on another node, so that what it says here is believed. */
    private Cell says(String type, Sums said) {
        TypeState of = new TypeState(type);
        Decay decay = new Decay(Duration.ofHours(1), Duration.ofHours(1));
        Cell cell = new Cell(of, node, decay, 0);
        of.replace(Sums.NONE, said);
        of.replace(Sums.NONE, new Sums(1_000_000, 1_000_000));
        cell.share = said;
        node.cells.add(cell);
        return cell;
    }

    /** A tenant with several namespaces, on an edge node with few other tenants: bad words of a third of all do not count, rounded up. */
    @ParameterizedTest
    @CsvSource({"1, 3, 0", "2, 3, 0", "2, 4, 0", "3, 3, 1", "3, 6, 0", "3, 1, 1"})
    void aThirdOfTheNamespacesMakesNoNodeBad(int bad, int good, double badLeft) {
        for (int i = 0; i < bad; i++) {
            says("mine" + i + ".t", BAD);
        }
        for (int i = 0; i < good; i++) {
            says("other" + i + ".t", GOOD);
        }
        Cell next = says("new.t", Sums.NONE);
        Sums heard = Priors.others(next);
        // Of 6 and of 4 speakers two do not count, of 9 three.
        assertThat(heard.weight() - heard.sum()).isCloseTo(badLeft, within(1e-5));
        assertThat(heard.sum()).isCloseTo(good, within(1e-5));
    }

    /** A truly bad node: two thirds are left to say so. */
    @Test
    void aNodeThatAllSpeakBadlyOfIsBad() {
        for (int i = 0; i < 6; i++) {
            says("ns" + i + ".t", BAD);
        }
        Sums heard = Priors.others(says("new.t", Sums.NONE));
        assertThat(heard.weight()).isCloseTo(4, within(1e-5));
        assertThat(heard.sum()).isCloseTo(0, within(1e-5));
    }

    /** As defined: each other type of the namespace, each other namespace as a whole, without the third that speaks worst. */
    @Property(tries = 300, seed = "7")
    void answersAreAsDefined(@ForAll long seed) {
        Random random = new Random(seed);
        NodeState of = new NodeState("n");
        node.cells.clear();
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(30); i++) {
            double weight = random.nextInt(3) * random.nextDouble();
            cells.add(says(
                    "ns" + random.nextInt(5) + ".t" + i,
                    new Sums(weight, weight * random.nextInt(2) * random.nextDouble())));
        }
        of.cells.addAll(cells);
        Words words = new Words(of);
        for (Cell cell : cells) {
            assertThat(words.others(cell).weight())
                    .isCloseTo(defined(cells, cell).weight(), within(1e-9));
            assertThat(words.others(cell).sum()).isCloseTo(defined(cells, cell).sum(), within(1e-9));
        }
        assertThat(words.all().sum()).isCloseTo(defined(cells, null).sum(), within(1e-9));
    }

    private static Sums defined(List<Cell> cells, Cell by) {
        Map<String, Sums> said = new HashMap<>();
        for (Cell cell : cells) {
            if (cell != by && cell.share.weight() > 0) {
                boolean isOwn = by != null && cell.type.namespace.equals(by.type.namespace);
                said.merge(isOwn ? cell.type.name : cell.type.namespace, Priors.credited(cell), Sums::plus);
            }
        }
        List<Sums> sorted = said.values().stream()
                .map(Sums::atMostOne)
                .sorted((one, other) -> Double.compare(Priors.bad(other), Priors.bad(one)))
                .toList();
        Sums all = Sums.NONE;
        int dropped = (sorted.size() + 2) / 3;
        for (int i = 0; i < sorted.size(); i++) {
            all = i < dropped && Priors.bad(sorted.get(i)) > 0 ? all : all.plus(sorted.get(i));
        }
        return all;
    }

    /** Ten namespaces with 500 types each: 5,000 words are read once, and for each namespace its 500 types and 9 others; all pairs are 25 million. */
    @Test
    void whatIsReadForAllTypesOfANodeGrowsWithTheirNumber() {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            cells.add(says("ns" + i % 10 + ".t" + i, i % 3 == 0 ? BAD : GOOD));
        }
        Words words = new Words(node);
        cells.forEach(words::others);
        assertThat(words.read()).isEqualTo(5_000 + 10 * (500 + 9));
    }
}
