package dev.edgewise.sandbox.cluster.life;

import dev.edgewise.common.Names;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Life of a simulated pod, set by its annotations; all are optional:
 *
 * <table>
 *   <caption>Annotations</caption>
 *   <tr><td>{@code edgewise.dev/sim-start-delay}</td><td>from bound to running; default 0.3 to 1.5 s, by seed</td></tr>
 *   <tr><td>{@code edgewise.dev/sim-stop-delay}</td><td>from deletion to gone, at most the grace period; default 200 ms</td></tr>
 *   <tr><td>{@code edgewise.dev/sim-run-for}</td><td>its containers exit after this; default never</td></tr>
 *   <tr><td>{@code edgewise.dev/sim-exit-code}</td><td>their exit code, 0 to 255; default 0, which is completion</td></tr>
 *   <tr><td>{@code edgewise.dev/sim-fragile}</td><td>{@code true}: its containers crash on nodes that say so</td></tr>
 * </table>
 *
 * <p>Times are written like {@code 250ms}, {@code 1.5s}, {@code 2m}, {@code 1h}.
 */
public record SimulatedPodLife(Duration startDelay, Duration stopDelay, Optional<Duration> runFor, int exitCode) {
    static final String PREFIX = Names.SIMULATION_PREFIX;

    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);
    private static final Duration LAST_BACKOFF = Duration.ofMinutes(5);
    private static final Duration STOP_DELAY = Duration.ofMillis(200);

    /**
     * @param annotations the pod's
     * @param pod namespace and name: with the seed it decides what the annotations leave open
     * @throws IllegalArgumentException naming the annotation whose value cannot be read
     */
    public static SimulatedPodLife of(Map<String, String> annotations, String pod, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ pod.hashCode());
        Duration start = Duration.ofMillis(random.nextLong(300, 1500));
        return new SimulatedPodLife(
                duration(annotations, "start-delay").orElse(start),
                duration(annotations, "stop-delay").orElse(STOP_DELAY),
                duration(annotations, "run-for"),
                exitCode(annotations));
    }

    /** Whether these annotations are of a pod that crashes on nodes that say so. */
    public static boolean isFragile(Map<String, String> annotations) {
        return "true".equals(annotations.get(PREFIX + "fragile"));
    }

    /** Returns this life on a node where its containers crash after that time. */
    public SimulatedPodLife crashingAfter(Duration time) {
        return new SimulatedPodLife(startDelay, stopDelay, Optional.of(time), 1);
    }

    /** Returns the kubelet's next step for a pod in this state. */
    public PodStep next(PodState state) {
        if (state.deleting()) {
            Duration grace = state.grace();
            return new PodStep.Remove(stopDelay.compareTo(grace) < 0 ? stopDelay : grace);
        }
        return switch (state.stage()) {
            case BOUND -> new PodStep.Start(startDelay);
            case RUNNING -> runFor.<PodStep>map(after -> exit(after, state)).orElse(PodStep.NOTHING);
            case CRASHED -> new PodStep.Start(backoff(state.restarts()));
            case FINISHED -> PodStep.NOTHING;
        };
    }

    private PodStep exit(Duration after, PodState state) {
        boolean again =
                switch (state.restartPolicy()) {
                    case ALWAYS -> true;
                    case ON_FAILURE -> exitCode != 0;
                    case NEVER -> false;
                };
        return again ? new PodStep.Crash(after, exitCode) : new PodStep.Finish(after, exitCode);
    }

    /** Delay before a restart, as of a kubelet: the first at once, then 10 s, doubling to 5 min. */
    private static Duration backoff(int restarts) {
        if (restarts == 0) {
            return Duration.ZERO;
        }
        Duration wait = FIRST_BACKOFF.multipliedBy(1L << Math.min(restarts - 1, 10));
        return wait.compareTo(LAST_BACKOFF) < 0 ? wait : LAST_BACKOFF;
    }

    private static Optional<Duration> duration(Map<String, String> annotations, String name) {
        return Optional.ofNullable(annotations.get(PREFIX + name))
                .map(text -> AnnotationDurationParser.parse(PREFIX + name, text));
    }

    private static int exitCode(Map<String, String> annotations) {
        String text = annotations.getOrDefault(PREFIX + "exit-code", "0");
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) > 255) {
            throw new IllegalArgumentException(
                    "annotation " + PREFIX + "exit-code: '" + text + "'; a whole number from 0 to 255 is allowed");
        }
        return Integer.parseInt(text);
    }
}
