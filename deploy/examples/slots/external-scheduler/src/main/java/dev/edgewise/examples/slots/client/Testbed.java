package dev.edgewise.examples.slots.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A testbed as {@code GET /external/testbeds} shows it.
 *
 * @param state {@code SUCCESS} if all of its slots are free and can be used
 */
public record Testbed(String name, @Nullable String state, @Nullable Map<String, List<Slot>> slotsByNode) {
    private static final int SLOTS_OF_A_PAIR = 2;

    /**
     * A slot.
     *
     * @param position its number in the testbed
     */
    public record Slot(int position, @Nullable String state) {
        boolean isFree() {
            return "FREE".equals(state);
        }

        boolean isInUse() {
            return "RESERVED".equals(state) || "OCCUPIED".equals(state);
        }
    }

    /**
     * Returns whether a Scheduling can have the testbed: some slots are free, and no other Scheduling has any. The
     * state alone does not say so: it is {@code ERROR} while one node of several is down.
     */
    public boolean isFree() {
        boolean hasFree = false;
        for (List<Slot> slots : slotsByNode == null ? List.<List<Slot>>of() : slotsByNode.values()) {
            for (Slot slot : slots) {
                if (slot.isInUse()) {
                    return false;
                }
                hasFree |= slot.isFree();
            }
        }
        return hasFree;
    }

    /** Returns the two lowest free slots of each node that has two. */
    public List<SlotPair> freePairs() {
        List<SlotPair> pairs = new ArrayList<>();
        if (slotsByNode != null) {
            new TreeMap<>(slotsByNode).values().forEach(slots -> {
                List<Integer> free = slots.stream()
                        .filter(Slot::isFree)
                        .map(Slot::position)
                        .sorted()
                        .toList();
                if (free.size() >= SLOTS_OF_A_PAIR) {
                    pairs.add(new SlotPair(free.get(0), free.get(1)));
                }
            });
        }
        return pairs;
    }

    /** Positions of two slots of one node. */
    public record SlotPair(int first, int second) {}
}
