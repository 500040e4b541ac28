package dev.edgewise.networkprobe.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Network namespaces on one bridge, one for each node, and the bridge's end for the test itself. */
final class Namespaces {
    private final String id = Long.toString(ProcessHandle.current().pid(), 36);
    private final String bridge = "ew" + id;
    private final String network = "10.213." + ProcessHandle.current().pid() % 250 + ".";
    private final List<String> names = new ArrayList<>();

    private Namespaces() {}

    /**
     * Makes them.
     *
     * @throws IOException if this machine or this user cannot, saying which command failed
     */
    static Namespaces create(int nodes) throws IOException, InterruptedException {
        Namespaces namespaces = new Namespaces();
        try {
            namespaces.ip("link add", namespaces.bridge, "type bridge");
            namespaces.ip("addr add", namespaces.network + "1/24 dev", namespaces.bridge);
            namespaces.ip("link set", namespaces.bridge, "up");
            for (int node = 0; node < nodes; node++) {
                namespaces.add(node);
            }
            return namespaces;
        } catch (IOException e) {
            namespaces.delete();
            throw e;
        }
    }

    private void add(int node) throws IOException, InterruptedException {
        String name = "ew" + id + "-" + node;
        String port = "ew" + id + "p" + node;
        ip("netns add", name);
        names.add(name);
        ip("link add", port, "type veth peer name eth0 netns", name);
        ip("link set", port, "master", bridge, "up");
        ip("-n", name, "addr add", address(node) + "/24 dev eth0");
        ip("-n", name, "link set eth0 up");
        ip("-n", name, "link set lo up");
    }

    /** Address of a node. */
    String address(int node) {
        return network + (11 + node);
    }

    /** Address of the test itself, as the nodes see it. */
    String outside() {
        return network + "1";
    }

    /** Prefix of a command that runs it on a node. */
    List<String> on(int node) {
        return List.of("ip", "netns", "exec", names.get(node));
    }

    private void ip(String... words) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of("ip"), Arrays.stream(words).flatMap(word -> Arrays.stream(word.split(" "))))
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output.strip());
        }
    }

    /** Deletes them again. */
    void delete() throws IOException, InterruptedException {
        for (String name : names) {
            ip("netns del", name);
        }
        names.clear();
        ip("link del", bridge);
    }
}
