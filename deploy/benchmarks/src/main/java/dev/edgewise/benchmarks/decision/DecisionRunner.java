package dev.edgewise.benchmarks.decision;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs the measurement in a JVM of its own, with the options of the image, for one size and kind. */
final class DecisionRunner {
    private static final int ITERATIONS = 5;

    private final TimeValue iteration;
    private final PrintStream progress;

    DecisionRunner(int seconds, PrintStream progress) {
        this.iteration = TimeValue.milliseconds(seconds * 1000L / ITERATIONS);
        this.progress = progress;
    }

    DecisionTimes run(int nodes, String kind) throws RunnerException {
        RunResult result = new Runner(
                        options(nodes, kind), OutputFormatFactory.createFormatInstance(progress, VerboseMode.SILENT))
                .runSingle();
        Statistics micros = result.getPrimaryResult().getStatistics();
        DecisionTimes times =
                new DecisionTimes(nodes, micros.getPercentile(50), micros.getPercentile(99), micros.getMean());
        progress.printf(
                "%5d nodes, %-24s p50 %8.1f µs  p99 %8.1f µs  mean %8.1f µs  (%d decisions)%n",
                nodes, kind, times.p50(), times.p99(), times.mean(), micros.getN());
        return times;
    }

    private Options options(int nodes, String kind) {
        return new OptionsBuilder()
                .include(DecisionMeasurement.class.getName() + ".decide")
                .param("nodes", Integer.toString(nodes))
                .param("kind", kind)
                .mode(Mode.SampleTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .warmupIterations(ITERATIONS / 2 + 1)
                .warmupTime(iteration)
                .measurementIterations(ITERATIONS)
                .measurementTime(iteration)
                .forks(1)
                .shouldFailOnError(true)
                .jvmArgsAppend(
                        "-Xms1g",
                        "-Xmx1g",
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "-XX:+UseSerialGC",
                        "-XX:+UseCompactObjectHeaders",
                        "-XX:TieredStopAtLevel=1")
                .build();
    }
}
