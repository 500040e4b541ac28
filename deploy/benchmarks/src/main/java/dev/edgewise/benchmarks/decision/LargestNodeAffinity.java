package dev.edgewise.benchmarks.decision;

import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Node rules of pods, as large as the API allows. */
final class LargestNodeAffinity {
    /** Labels that every node has. */
    static final List<String> KEYS = List.of(
            NodeLabelNames.HOSTNAME,
            NodeLabelNames.ZONE,
            NodeLabelNames.REGION,
            NodeLabelNames.DISK,
            "kubernetes.io/arch",
            "kubernetes.io/os");

    /** Terms of which only the last one matches any node. */
    static final List<NodeTerm> TERMS = Stream.concat(
                    IntStream.range(0, 4_999)
                            .mapToObj(i -> new Requirement(
                                    NodeLabelNames.HOSTNAME,
                                    i % 2 == 0 ? Operator.IN : Operator.GT,
                                    List.of(Integer.toString(i)))),
                    Stream.of(Requirement.in(NodeLabelNames.DISK, "ssd")))
            .map(expression -> new NodeTerm(List.of(expression), List.of()))
            .toList();

    private LargestNodeAffinity() {}
}
