package dev.edgewise.global.remote;

import java.io.Closeable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the capacities of members, a few at a time: those that bids wait for first, then those that are due, in the
 * order in which they were asked for. After a start all members are due, and a bid may wait for a few seconds only.
 * Thread-safe.
 */
final class CapacityReadQueue implements Closeable {
    private final ExecutorService threads;
    private final AtomicLong numbers = new AtomicLong();

    /**
     * A read that waits for a thread.
     *
     * @param number of reads that were asked for before
     */
    private record Waiting(Runnable read, boolean isForBid, long number) implements Runnable, Comparable<Waiting> {
        @Override
        public void run() {
            read.run();
        }

        @Override
        public int compareTo(Waiting other) {
            return isForBid == other.isForBid ? Long.compare(number, other.number) : isForBid ? -1 : 1;
        }
    }

    /** @param most members that are read at a time */
    CapacityReadQueue(int most) {
        this.threads = MemberThreads.bounded("member-capacities", most, new PriorityBlockingQueue<>());
    }

    /** Begins to read the capacity of a member that is due, unless that is under way. */
    void readDue(MemberCapacity capacity) {
        capacity.read(read -> add(read, false));
    }

    /**
     * Begins to read a capacity that a bid waits for, unless that is under way; returns whether it succeeds. A read
     * that waits for a thread comes before those that are due.
     */
    CompletableFuture<Boolean> readForBid(MemberCapacity capacity) {
        return capacity.readNext(read -> add(read, true));
    }

    private void add(Runnable read, boolean isForBid) {
        threads.execute(new Waiting(read, isForBid, numbers.getAndIncrement()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
