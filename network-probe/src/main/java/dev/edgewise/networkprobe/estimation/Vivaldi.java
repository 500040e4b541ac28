package dev.edgewise.networkprobe.estimation;

import java.util.random.RandomGenerator;

/**
 * Network coordinates with a height: the round-trip time of two sites is about the distance of their positions plus
 * both heights. The update is that of Dabek et al., "Vivaldi: a decentralized network coordinate system", 2004, with
 * the adaptive timestep; here it is replayed centrally. Positions in ms.
 */
final class Vivaldi {
    static final int DIMENSIONS = 4;
    private static final double MIN_HEIGHT = 0.05;
    private static final double MAX_ERROR = 2;

    /** Coordinate of a site: position and height in ms, and its relative error. The array is never changed. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared, and there are thousands.
    record Coordinate(double[] position, double height, double error) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Snapshot(double[] positions, double[] heights) {
        double distance(int first, int second) {
            return Vivaldi.distance(positions, heights, first, second);
        }
    }

    private final SiteGraph graph;
    private final RandomGenerator random;
    private final double[] positions;
    private final double[] heights;
    private final double[] errors;

    /** All sites at random places near the origin, each with the greatest error. */
    Vivaldi(SiteGraph graph, RandomGenerator random) {
        this.graph = graph;
        this.random = random;
        this.positions = new double[graph.sites() * DIMENSIONS];
        this.heights = new double[graph.sites()];
        this.errors = new double[graph.sites()];
        for (int site = 0; site < graph.sites(); site++) {
            for (int axis = 0; axis < DIMENSIONS; axis++) {
                positions[site * DIMENSIONS + axis] = random.nextGaussian();
            }
            heights[site] = 1;
            errors[site] = 1;
        }
    }

    void place(int site, Coordinate coordinate) {
        System.arraycopy(coordinate.position(), 0, positions, site * DIMENSIONS, DIMENSIONS);
        heights[site] = coordinate.height();
        errors[site] = coordinate.error();
    }

    Coordinate coordinate(int site) {
        double[] position = new double[DIMENSIONS];
        System.arraycopy(positions, site * DIMENSIONS, position, 0, DIMENSIONS);
        return new Coordinate(position, heights[site], errors[site]);
    }

    /** Lets every site that has a measured neighbour take this many random ones of them, at this gain. */
    void replay(int times, int samples, double gain) {
        for (int time = 0; time < times; time++) {
            for (int site = 0; site < graph.sites(); site++) {
                int degree = graph.degree(site);
                for (int sample = 0; degree > 0 && sample < samples; sample++) {
                    int edge = graph.start(site) + random.nextInt(degree);
                    update(site, graph.neighbour(edge), graph.median(edge) / 1e3, gain);
                }
            }
        }
    }

    Snapshot snapshot() {
        return new Snapshot(positions.clone(), heights.clone());
    }

    private void update(int site, int other, double rtt, double gain) {
        double distance = distance(positions, heights, site, other);
        double weight = errors[site] / (errors[site] + errors[other]);
        double error = Math.abs(distance - rtt) / rtt;
        errors[site] = Math.min(MAX_ERROR, error * gain * weight + errors[site] * (1 - gain * weight));
        double force = gain * weight * (rtt - distance) / distance;
        for (int axis = 0; axis < DIMENSIONS; axis++) {
            int at = site * DIMENSIONS + axis;
            positions[at] += force * (positions[at] - positions[other * DIMENSIONS + axis]);
        }
        heights[site] = Math.max(MIN_HEIGHT, heights[site] + force * (heights[site] + heights[other]));
    }

    private static double distance(double[] positions, double[] heights, int first, int second) {
        double sum = 0;
        for (int axis = 0; axis < DIMENSIONS; axis++) {
            double difference = positions[first * DIMENSIONS + axis] - positions[second * DIMENSIONS + axis];
            sum += difference * difference;
        }
        return Math.sqrt(sum) + (heights[first] + heights[second]);
    }
}
