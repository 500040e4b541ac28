package dev.edgewise.networkprobe.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Agents that report what they would measure in a plane, each over a connection of its own. */
final class PlayedAgents implements AutoCloseable {
    private static final Pattern NODE = Pattern.compile("\"node\":\"([^\"]+)\",\"address\"");
    private static final int ECHOES = 5;

    private final BigCluster cluster;
    private final Random random = new Random(20261121);
    private final double[] x;
    private final double[] y;
    private final List<AgentConnection> connections = new ArrayList<>();
    private final List<List<Integer>> peers = new ArrayList<>();

    PlayedAgents(BigCluster cluster, int port) {
        this.cluster = cluster;
        x = random.doubles(cluster.sites()).toArray();
        y = random.doubles(cluster.sites()).toArray();
        for (int node = 0; node < cluster.nodes(); node++) {
            connections.add(new AgentConnection(port));
            peers.add(List.of());
        }
    }

    /** One round of all agents, one after the other. */
    void play(int round) throws IOException {
        for (int node = 0; node < cluster.nodes(); node++) {
            AgentConnection connection = connections.get(node);
            String reply = connection.call("POST /api/v1/reports/" + cluster.name(node), report(node, round));
            if (reply.contains("\"peersChanged\":true")) {
                peers.set(node, peers(connection.call("GET /api/v1/peers/" + cluster.name(node), "")));
            }
        }
    }

    private List<Integer> peers(String answer) {
        return NODE.matcher(answer)
                .results()
                .map((MatchResult match) -> cluster.number(match.group(1)))
                .toList();
    }

    private String report(int node, int round) {
        StringBuilder json = new StringBuilder("{\"session\":\"00000000000000aa\",\"round\":" + round
                + ",\"sentAtMillis\":1,\"stalls\":0,\"results\":[");
        String separator = "";
        for (int peer : peers.get(node)) {
            double base = micros(cluster.site(node), cluster.site(peer));
            json.append(separator)
                    .append("{\"to\":\"")
                    .append(cluster.name(peer))
                    .append("\",\"via\":\"udp\",\"sent\":5,\"rttMicros\":[");
            for (int echo = 0; echo < ECHOES; echo++) {
                json.append(echo == 0 ? "" : ",").append((long) (base * (1 + Math.abs(random.nextGaussian()) * 0.02)));
            }
            json.append("],\"discarded\":0}");
            separator = ",";
        }
        return json.append("]}").toString();
    }

    /** Sites lie in a square with sides of 80 ms; within one it is 0.4 ms. */
    private double micros(int site, int other) {
        return 400 + 80_000 * Math.hypot(x[site] - x[other], y[site] - y[other]);
    }

    @Override
    public void close() throws IOException {
        for (AgentConnection connection : connections) {
            connection.close();
        }
    }
}
