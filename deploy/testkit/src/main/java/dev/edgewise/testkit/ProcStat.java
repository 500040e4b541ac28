package dev.edgewise.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads CPU time (to 10 ms), memory and page faults of processes from /proc; see proc(5). */
public final class ProcStat {
    /** USER_HZ, the same on all of Linux's platforms that run Kubernetes. */
    private static final double TICKS_PER_SECOND = 100;
    /** Places of the fields 12, 14 and 15, majflt, utime and stime, behind the command's name, which is field 2. */
    private static final int MAJOR_FAULTS = 9;

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

    /** CPU time by name of thread; digits in names read as N, so that the threads of a pool are one. */
    public static Map<String, Double> cpuSecondsByThread(long pid) throws IOException {
        Map<String, Double> threads = new TreeMap<>();
        try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : all.toList()) {
                try {
                    String name = Files.readString(task.resolve("comm")).strip();
                    double seconds = cpuSeconds(Files.readString(task.resolve("stat")));
                    threads.merge(name.replaceAll("[0-9]+", "N"), seconds, Double::sum);
                } catch (NoSuchFileException ended) {
                    // Between the list and the look.
                }
            }
        }
        return threads;
    }

    /** Number of times that a process waited for a page of a file to be read; not a number if the process is gone. */
    public static double majorFaults(long pid) {
        try {
            return majorFaults(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (IOException gone) {
            return Double.NaN;
        }
    }

    /** A size of {@code /proc/PID/status}, such as {@code VmRSS}, in MiB; not a number where there is none. */
    public static double mebibytes(long pid, String field) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith(field + ":"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException gone) {
            return Double.NaN;
        }
    }

    static double cpuSeconds(String stat) {
        String[] fields = fields(stat);
        return (Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME])) / TICKS_PER_SECOND;
    }

    static long majorFaults(String stat) {
        return Long.parseLong(fields(stat)[MAJOR_FAULTS]);
    }

    /** The command's name is in parentheses and may hold blanks and parentheses itself. */
    private static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }
}
