package dev.edgewise.examples.slots.learning;

/**
 * Two jobs on one node, in the order of their names.
 *
 * @param first name of one
 * @param second name of the other
 */
public record JobPair(String first, String second) implements Comparable<JobPair> {
    public JobPair {
        if (first.compareTo(second) >= 0) {
            throw new IllegalArgumentException("A pair has two names in order, not '" + first + "', '" + second + "'");
        }
    }

    /** Returns the pair of two different jobs, in whichever order they are given. */
    public static JobPair of(String one, String other) {
        return one.compareTo(other) < 0 ? new JobPair(one, other) : new JobPair(other, one);
    }

    /** Returns whether the job is in this pair. */
    public boolean has(String job) {
        return first.equals(job) || second.equals(job);
    }

    @Override
    public int compareTo(JobPair other) {
        int byFirst = first.compareTo(other.first);
        return byFirst != 0 ? byFirst : second.compareTo(other.second);
    }
}
