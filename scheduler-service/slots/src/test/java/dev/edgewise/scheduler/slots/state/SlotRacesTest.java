package dev.edgewise.scheduler.slots.state;

import static dev.edgewise.scheduler.slots.state.SlotCluster.bound;
import static dev.edgewise.scheduler.slots.state.SlotCluster.run;
import static dev.edgewise.scheduler.slots.state.SlotCluster.slotPod;
import static dev.edgewise.scheduler.slots.state.SlotCluster.testbed;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Events in any order, at any moment. */
class SlotRacesTest {
    private static final int NODES = 3;
    private static final int STEPS = 120;

    /** A replica that starts learns of objects in any order, and ends with the same slots and the same room. */
    @Test
    void theOrderInWhichFactsComeDoesNotMatter() {
        Set<String> ends = new HashSet<>();
        for (int seed = 0; seed < 60; seed++) {
            SlotCluster cluster = new SlotCluster(seed);
            List<Runnable> events = new ArrayList<>();
            for (String name : List.of("n0", "n1", "n2")) {
                events.add(() -> cluster.scenario.nodes(node(name).cpu("2")));
            }
            events.add(() -> cluster.put(testbed(List.of(run(3, 0, 2), run(4, 1)), "n0", "n1", "n2", "n0")));
            events.add(() -> cluster.scenario.pods(bound(slotPod("a", 3, 0, 2), "n0", 0, 3)));
            events.add(() -> cluster.scenario.pods(bound(slotPod("b", 4, 1), "n1", 1, 4)));
            events.add(() -> cluster.scenario.pods(bound(slotPod("old", 2, 2), "n2", 2, 2)));
            events.add(() -> cluster.scenario.pods(pod("web").cpu("500m").runningOn("n2")));
            Collections.shuffle(events, new Random(seed));
            events.forEach(Runnable::run);
            ends.add(shape(cluster, 4, Set.of("n0", "n1", "n2")));
        }
        // n0: a and slot 3; n1: b, its other 1000m free; n2: 1500m used, so that slot 2 has no room.
        assertThat(ends).containsExactly("{0=a, 1=b, 2=-, 3=+}{n0=0, n1=1000, n2=500}");
    }

    /** Single events lead to the same state as reading all objects again. */
    @Property(tries = 60, seed = "5", shrinking = ShrinkingMode.OFF)
    void noEventLeavesASlotTakenTwiceOrRoomBehind(@ForAll @LongRange(min = 0, max = 100_000) long seed) {
        new RandomOperations(seed).run();
    }

    /** Slots: the pod's name, + for a free one with room, - for a free one without. */
    private static String shape(SlotCluster cluster, int slots, Set<String> nodes) {
        Map<Integer, String> takers = new TreeMap<>();
        for (int i = 0; i < slots; i++) {
            String taker = cluster.taker(i);
            takers.put(i, taker != null ? taker : cluster.view().isHeld(i) ? "+" : "-");
        }
        Map<String, Long> free = new TreeMap<>();
        nodes.forEach(name -> free.put(name, cluster.freeOf(name)));
        return takers.toString() + free;
    }

    /** Events of a small cluster by chance: pods and nodes come and go, runs change, bindings fail. */
    private static final class RandomOperations {
        private final Random random;
        private final SlotCluster cluster;
        private final Map<String, Integer> nodes = new TreeMap<>();
        private TestbedSlots testbed = testbed(List.of());
        private long epoch;
        private int pods;

        RandomOperations(long seed) {
            random = new Random(seed);
            cluster = new SlotCluster(seed);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
                check();
            }
        }

        private void step() {
            switch (random.nextInt(8)) {
                case 0 -> node();
                case 1 -> runs();
                case 2, 3 -> slotPods();
                case 4 -> cluster.scenario.pods(pod("web" + pods++).cpu("700m"));
                case 5 -> gone();
                case 6 -> cluster.scenario.recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "503"));
                default -> cluster.scenario.confirm();
            }
            cluster.scenario.runAfter(Duration.ofSeconds(random.nextInt(20)));
        }

        private void node() {
            String name = "n" + random.nextInt(NODES);
            if (nodes.containsKey(name) && random.nextInt(3) == 0) {
                nodes.remove(name);
                cluster.feed.nodeGone(name);
            } else {
                nodes.put(name, 1 + random.nextInt(4));
                cluster.scenario.nodes(dev.edgewise.scheduler.testing.TestNodes.node(name)
                        .cpu(nodes.get(name).toString()));
            }
        }

        /** New runs at the slots that no pod is in, those of the others stay. */
        private void runs() {
            List<SlotRun> runs = new ArrayList<>();
            for (int position = 0; position < 4; position++) {
                SlotRun now = testbed.runAt(position);
                if (cluster.taker(position) != null && now != null) {
                    runs.add(now);
                } else if (random.nextBoolean()) {
                    runs.add(SlotCluster.run(++epoch, position));
                }
            }
            testbed = testbed(runs.stream().distinct().toList(), "n0", "n1", "n2", "n0");
            cluster.put(testbed);
        }

        private void slotPods() {
            for (SlotRun run : testbed.runs()) {
                if (random.nextBoolean()) {
                    Integer[] positions = run.positions().toArray(Integer[]::new);
                    cluster.scenario.pods(slotPod("p" + pods++, run.epoch() - random.nextInt(2), positions)
                            .cpu(random.nextBoolean() ? "1" : "600m"));
                }
            }
        }

        private void gone() {
            List<Pod> all = new ArrayList<>(cluster.scenario.state.pods());
            all.sort(java.util.Comparator.comparing(each -> each.key().toString()));
            if (!all.isEmpty()) {
                cluster.feed.podGone(all.get(random.nextInt(all.size())).key());
            }
        }

        private void check() {
            Map<String, PodKey> bySlot = new HashMap<>();
            for (Pod pod : cluster.scenario.state.pods()) {
                String slot = pod.annotations().get(Names.SLOT_ANNOTATION);
                if (slot != null) {
                    assertThat(bySlot.put(slot, pod.key()))
                            .as("two pods in slot %s", slot)
                            .isNull();
                }
            }
            assertThat(cluster.scenario.recorded.errors).isEmpty();
            SlotCluster fresh = new SlotCluster(1);
            nodes.forEach((name, cores) -> fresh.scenario.nodes(
                    dev.edgewise.scheduler.testing.TestNodes.node(name).cpu(cores.toString())));
            fresh.put(testbed);
            cluster.scenario.state.pods().forEach(pod -> fresh.scenario.state.putPod(pod));
            assertThat(shape(cluster, testbed.places().size(), nodes.keySet()))
                    .isEqualTo(shape(fresh, testbed.places().size(), nodes.keySet()));
        }
    }
}
