package dev.edgewise.benchmarks.throughput.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of processes as Linux counts it in {@code /proc/PID/stat}, see proc(5); a hundredth of a second fine. */
public final class ProcStat {
    /** USER_HZ, the same on all of Linux's platforms that run Kubernetes. */
    private static final double TICKS_PER_SECOND = 100;
    /** Places of the fields 14 and 15, utime and stime, behind the command's name, which is field 2. */
    private static final int UTIME = 11;

    private static final int STIME = 12;

    private ProcStat() {}

    /** User and system time of a process so far, in seconds; not a number if it is not there (any more). */
    public static double cpuSeconds(long pid) {
        try {
            return cpuSeconds(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (IOException gone) {
            return Double.NaN;
        }
    }

    /** The command's name is in parentheses and may hold blanks and parentheses itself. */
    static double cpuSeconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME])) / TICKS_PER_SECOND;
    }
}
