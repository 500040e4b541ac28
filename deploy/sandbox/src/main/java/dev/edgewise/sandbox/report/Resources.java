package dev.edgewise.sandbox.report;

/** Processor, memory and pod count: of a node what it has, of a pod what it asks for. */
public record Resources(long cpuMillis, long memoryBytes, long pods) {
    public static final Resources NONE = new Resources(0, 0, 0);

    public Resources plus(Resources other) {
        return new Resources(cpuMillis + other.cpuMillis, memoryBytes + other.memoryBytes, pods + other.pods);
    }

    /** Whether there is room for what is asked beside what is used. */
    public boolean holds(Resources used, Resources asked) {
        Resources needed = used.plus(asked);
        return fits(asked.cpuMillis, needed.cpuMillis, cpuMillis)
                && fits(asked.memoryBytes, needed.memoryBytes, memoryBytes)
                && needed.pods <= pods;
    }

    /** A resource that is not asked for never stands in the way, as in kube-scheduler. */
    private static boolean fits(long asked, long needed, long available) {
        return asked == 0 || needed <= available;
    }

    @Override
    public String toString() {
        return cpuMillis / 1000.0 + " cpu and " + (memoryBytes >> 20) + " Mi";
    }
}
