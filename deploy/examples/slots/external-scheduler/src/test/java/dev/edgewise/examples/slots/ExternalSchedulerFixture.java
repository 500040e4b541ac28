package dev.edgewise.examples.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.examples.slots.client.CallerTokenFile;
import dev.edgewise.examples.slots.client.ChangeEvents;
import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.LearnedRunTimesCodec;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearnedRunTimes;
import dev.edgewise.examples.slots.learning.RunTimes;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.catalina.LifecycleException;

/**
 * The public interface over real HTTP and a real WebSocket, with testbed profiler-slots of one node, scheduler-slots of
 * two, each with two slots, and the jobs a, b, c, d: a and b, c and d do not disturb each other and take 100 s; all
 * others take 200 s beside each other. It has clients of that interface, too.
 */
final class ExternalSchedulerFixture implements AutoCloseable {
    static final Duration SHORT = Duration.ofMillis(20);
    static final Duration LONG = Duration.ofSeconds(50);
    private static final List<String> JOBS = List.of("a", "b", "c", "d");

    final FakeInterface server;
    final FakeCluster cluster;
    final ChangeEvents events;
    final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient client = HttpClient.newHttpClient();

    ExternalSchedulerFixture(Path directory) throws Exception {
        server = new FakeInterface(directory);
        cluster = server.cluster;
        cluster.testbed("profiler-slots", 1, 2);
        cluster.testbed("scheduler-slots", 2, 2);
        JOBS.forEach(cluster::job);
        JOBS.forEach(job -> JOBS.forEach(other -> cluster.takes(job, other, seconds(job, other))));
        events = events(new CallerTokenFile(null));
    }

    private static double seconds(String job, String other) {
        boolean undisturbed = "ab cd".contains(job + other) || "ab cd".contains(other + job);
        return undisturbed ? 100 : 200;
    }

    /** Returns a client that follows changes with that token. */
    ChangeEvents events(CallerTokenFile token) {
        return new ChangeEvents(client, server.address(), token, SHORT, log::add);
    }

    SlotApiClient slots() {
        return new SlotApiClient(client, server.address(), new CallerTokenFile(null));
    }

    SchedulingRun runs(Duration longest) {
        return new SchedulingRun(slots(), events, longest, SHORT, log::add);
    }

    LearnedDataAndJobReservations learnedData() {
        return new LearnedDataAndJobReservations(slots());
    }

    ProfilerStep profiler() {
        return new ProfilerStep(slots(), runs(LONG), learnedData(), "profiler-slots", log::add);
    }

    SchedulerStep scheduler() {
        return new SchedulerStep(slots(), runs(LONG), learnedData(), "scheduler-slots", log::add);
    }

    LearnedRunTimes learned() throws SlotApiException {
        return LearnedRunTimesCodec.of(slots().jobs().values());
    }

    RunTimes learned(String job, String beside) throws SlotApiException {
        return learned().of(job, beside);
    }

    int samples(String first, String second) throws SlotApiException {
        return learned().samples(JobPair.of(first, second));
    }

    /** Stores run times of a job, by the job beside it. */
    void store(String job, SortedMap<String, RunTimes> row) {
        cluster.store(job, LearnedRunTimesCodec.with(new Job(job, null, null, null), row));
    }

    /** Stores three runs of each pair with the seconds above. */
    void storeAll() {
        for (String job : JOBS) {
            SortedMap<String, RunTimes> row = new TreeMap<>();
            JOBS.stream().filter(other -> !other.equals(job)).forEach(other -> {
                double seconds = seconds(job, other);
                row.put(
                        other,
                        RunTimes.NONE
                                .withComplete(seconds - 1)
                                .withComplete(seconds)
                                .withComplete(seconds + 1));
            });
            store(job, row);
        }
    }

    /** Ends all, and fails if a client has made a request that none should make. */
    @Override
    public void close() throws LifecycleException {
        events.close();
        server.close();
        assertThat(cluster.problems()).isEmpty();
    }
}
