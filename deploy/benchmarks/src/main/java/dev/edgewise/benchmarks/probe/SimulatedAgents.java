package dev.edgewise.benchmarks.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Agents that report what they would measure in a plane, each over a connection of its own. */
final class SimulatedAgents implements AutoCloseable {
    private static final Pattern NODE = Pattern.compile("\"node\":\"([^\"]+)\",\"address\"");
    private static final Pattern ROUNDS = Pattern.compile("\"roundsPerReport\":([0-9]+)");
    private static final int ECHOES = 5;
    private static final int FIRST_ROUNDS = 6;
    /** Number of rounds after which an agent reads its list even if no reply says that it changed. */
    private static final int LIST_ROUNDS = 60;

    private final BigCluster cluster;
    private final Random random = new Random(20261121);
    private final double[] x;
    private final double[] y;
    private final List<AgentConnection> connections = new ArrayList<>();
    private final List<List<Integer>> peers = new ArrayList<>();
    private final int[] roundsPerReport;
    private final int[] reported;

    SimulatedAgents(BigCluster cluster, int port) {
        this.cluster = cluster;
        x = random.doubles(cluster.sites()).toArray();
        y = random.doubles(cluster.sites()).toArray();
        roundsPerReport = new int[cluster.nodes()];
        reported = new int[cluster.nodes()];
        for (int node = 0; node < cluster.nodes(); node++) {
            connections.add(new AgentConnection(port, cluster.token(node)));
            peers.add(List.of());
        }
    }

    /** One round of all agents, one after the other. */
    void play(int round) throws IOException {
        for (int node = 0; node < cluster.nodes(); node++) {
            if ((round + node) % LIST_ROUNDS == 0) {
                askForPeers(node);
            }
            if (round <= FIRST_ROUNDS || (round + node) % roundsPerReport[node] == 0) {
                report(node, round);
            }
        }
    }

    private void askForPeers(int node) throws IOException {
        String answer = connections.get(node).call("GET /api/v1/peers/" + cluster.name(node), "");
        peers.set(
                node,
                NODE.matcher(answer)
                        .results()
                        .map((MatchResult match) -> cluster.number(match.group(1)))
                        .toList());
        Matcher rounds = ROUNDS.matcher(answer);
        roundsPerReport[node] = rounds.find() ? Integer.parseInt(rounds.group(1)) : 1;
    }

    /** All rounds since the last report. */
    private void report(int node, int round) throws IOException {
        String report = json(node, round, round - reported[node]);
        reported[node] = round;
        String reply = connections.get(node).call("POST /api/v1/reports/" + cluster.name(node), report);
        if (reply.contains("\"peersChanged\":true")) {
            askForPeers(node);
        }
    }

    private String json(int node, int round, int rounds) {
        StringBuilder json = new StringBuilder("{\"session\":\"00000000000000aa\",\"list\":\""
                + connections.get(node).tag().replace("\"", "\\\"") + "\",\"round\":" + round
                + ",\"sentAtMillis\":1,\"stalls\":0,\"results\":[");
        String separator = "";
        for (int peer : peers.get(node)) {
            double base = micros(cluster.site(node), cluster.site(peer));
            json.append(separator)
                    .append("{\"to\":\"")
                    .append(cluster.name(peer))
                    .append("\",\"via\":\"udp\",\"sent\":")
                    .append(rounds * ECHOES)
                    .append(",\"rttMicros\":[");
            for (int echo = 0; echo < rounds * ECHOES; echo++) {
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
