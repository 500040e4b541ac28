package dev.edgewise.rewards.learning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bounds what outcomes take that are kept to be shown: those {@value #CELLS} cells that had one last keep theirs, all others the latest one.
 * Where everything fails, those of all cells would not fit into memory.
 */
final class ShownOutcomes {
    static final int CELLS = 5_000;

    /** Cells with more than one outcome. */
    private final Map<Cell, Boolean> latest = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Cell, Boolean> eldest) {
            if (size() <= CELLS) {
                return false;
            }
            shorten(eldest.getKey());
            return true;
        }
    };

    /** A cell has one more. */
    void added(Cell cell) {
        if (cell.outcomes.size() > 1) {
            latest.put(cell, true);
        }
    }

    void remove(Cell cell) {
        latest.remove(cell);
    }

    private static void shorten(Cell cell) {
        if (cell.outcomes.size() > 1) {
            cell.outcomes = List.of(cell.outcomes.get(0));
            // Its ledger holds them, too, until it is written again; that need not be at once.
            cell.isUnwritten = true;
        }
    }
}
