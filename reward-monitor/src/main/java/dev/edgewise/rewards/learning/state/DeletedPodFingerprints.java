package dev.edgewise.rewards.learning.state;

import java.util.LinkedHashMap;
import java.util.Map;

/** The fingerprints of the {@value #MOST} pods that were deleted last. */
final class DeletedPodFingerprints {
    private static final int MOST = 10_000;

    private final Map<Long, Boolean> latest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MOST;
        }
    };

    void add(long print) {
        latest.put(print, true);
    }

    boolean contains(long print) {
        return latest.containsKey(print);
    }
}
