package dev.edgewise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of a service's pod: its limit, as the manifest has it, and the share of that which the image's options
 * give to Java's heap.
 */
public final class ServicePodMemory {
    private static final String GLOBAL = "global-scheduler";
    private static final Pattern LIMIT = Pattern.compile("limits: \\{.*memory: ([0-9]+)Mi}");
    private static final String SHARE = "-XX:MaxRAMPercentage=";
    /** The options that divide the heap, by how they begin. */
    private static final List<String> DIVISION =
            List.of("-Xms", "-Xmn", "-XX:NewRatio=", "-XX:NewSize=", "-XX:SurvivorRatio=", "-XX:TargetSurvivorRatio=");

    private static final int PERCENT = 100;

    private ServicePodMemory() {}

    /** Returns the limit of memory in the service's Deployment, in MiB. */
    public static int limitMebibytes(String service) {
        String directory = service.equals(GLOBAL) ? "global" : "base/" + service;
        Path manifest = RepositoryFiles.file("deploy/kubernetes/" + directory + "/deployment.yaml");
        Matcher limit = LIMIT.matcher(String.join("\n", lines(manifest)));
        if (!limit.find()) {
            throw new IllegalStateException(manifest + " has no limit of memory in Mi");
        }
        return Integer.parseInt(limit.group(1));
    }

    /**
     * Returns Java's options for the heap that the image has within that limit: its greatest size, and those by which
     * it is divided.
     */
    public static List<String> heapOptions(String service) {
        Path file = RepositoryFiles.file("deploy/image/options/" + service);
        List<String> options = new ArrayList<>();
        for (String line : lines(file)) {
            if (line.startsWith(SHARE)) {
                int share = Integer.parseInt(line.substring(SHARE.length()));
                options.add(0, "-Xmx" + limitMebibytes(service) * share / PERCENT + "m");
            } else if (DIVISION.stream().anyMatch(line::startsWith)) {
                options.add(line);
            }
        }
        if (options.isEmpty() || !options.get(0).startsWith("-Xmx")) {
            throw new IllegalStateException(file + " has no line " + SHARE);
        }
        return options;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
