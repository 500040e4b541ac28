package dev.edgewise.benchmarks.slots;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Kills the leader again and again, each one at a random moment of its first seconds as the leader. */
final class LeaderKiller {
    private static final long LONGEST_LIFE = TimeUnit.SECONDS.toNanos(8);

    private final SchedulerReplicas replicas;
    private final int kills;
    private final Random random;
    private @Nullable String leader;
    private long killAt;
    private int killed;

    LeaderKiller(SchedulerReplicas replicas, int kills, long seed) {
        this.replicas = replicas;
        this.kills = kills;
        this.random = new Random(seed);
    }

    int killed() {
        return killed;
    }

    /** Returns how many kills are left. */
    int left() {
        return kills - killed;
    }

    /** Kills the leader if its moment has come. */
    void step() throws InterruptedException {
        String found = left() == 0 ? null : replicas.leader();
        if (found == null) {
            return;
        }
        if (!found.equals(leader)) {
            leader = found;
            killAt = System.nanoTime() + (long) (random.nextDouble() * LONGEST_LIFE);
        }
        if (System.nanoTime() - killAt >= 0) {
            replicas.kill(found);
            killed++;
        }
    }
}
