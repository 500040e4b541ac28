package dev.edgewise.kubernetes.events;

import static dev.edgewise.kubernetes.events.TestEvents.normal;
import static dev.edgewise.kubernetes.events.TestEvents.warning;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Events of objects that wait, as the API server receives them. */
@ExtendWith(OutputCaptureExtension.class)
class ObjectEventSenderIT {
    private static final Pattern NAME = Pattern.compile("\"metadata\":\\{\"name\":\"([^\"]+)\"");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final LostEvents lost = TestEvents.lost(meters, ticker);
    private final ObjectEventQueue queue = new ObjectEventQueue(ObjectEventQueue.MOST_WAITING, lost);
    private ScriptedServer scripted;
    private ApiServerTransport server;
    private ObjectEventSender sender;

    @BeforeEach
    void start() throws IOException {
        clock.advance(Duration.between(clock.instant(), TestEvents.START));
        scripted = new ScriptedServer();
        server = ApiServerTransport.of(
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
        sender = sender(ticker);
    }

    private ObjectEventSender sender(Ticker by) {
        return new ObjectEventSender(
                queue, lost, new ApiServerClient(server, Duration.ofSeconds(20)), clock, by, "replica");
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        scripted.close();
    }

    private void answer(int times, int... codes) {
        for (int time = 0; time < times; time++) {
            for (int code : codes) {
                scripted.answer("HTTP/1.1 " + code + " X\r\nContent-Length: 2\r\n\r\n{}");
            }
        }
    }

    /** Returns the names of the events of all requests. */
    private List<String> sent() {
        return scripted.requests.stream()
                .map(NAME::matcher)
                .filter(Matcher::find)
                .map(name -> name.group(1))
                .toList();
    }

    private double dropped(String cause) {
        return meters.get("crontabs.lost").tag("cause", cause).counter().count();
    }

    @Test
    void anEventNamesItsObject() {
        queue.add(warning("web", "Failed"));
        answer(1, 201);

        sender.step();

        assertThat(scripted.requests).singleElement().asString().startsWith("POST /api/v1/namespaces/shop/events HTTP");
        assertThat(scripted.requests.get(0))
                .contains(
                        "\"apiVersion\":\"stable.example.com/v1\",\"kind\":\"CronTab\",\"namespace\":\"shop\",\"name\":\"web\",\"uid\":\"uid-of-web\"",
                        "\"type\":\"Warning\",\"reason\":\"Failed\",\"message\":\"why\"",
                        "\"firstTimestamp\":\"2026-11-29T00:00:00Z\",\"lastTimestamp\":\"2026-11-29T00:00:00Z\",\"count\":1");
    }

    /** The API server is away while 1,500 objects complete, and one fails. */
    @Test
    void noEventIsLostWhileMoreThanAThousandWait(CapturedOutput output) {
        for (int i = 0; i < 1_500; i++) {
            queue.add(normal("web-" + i, "Completed"));
        }
        queue.add(warning("shop", "Failed"));
        // Five refusals end a step: after five steps the log says so.
        answer(5 * 5, 503);
        for (int step = 0; step < 5; step++) {
            sender.step();
            ticker.advance(Duration.ofSeconds(10));
        }
        assertThat(output.getOut())
                .containsOnlyOnce(
                        "The API server does not take events of crontabs, trying again; waiting=1501 cause=503");

        answer(1_501, 201);
        sender.step();

        assertThat(queue.size()).isZero();
        assertThat(sent().subList(25, sent().size()))
                .hasSize(1_501)
                .doesNotHaveDuplicates()
                .contains("web-0.Completed", "web-1499.Completed", "shop.Failed");
        assertThat(dropped("busy")).isZero();
        assertThat(output.getOut()).contains("The API server takes events of crontabs again; waiting=1500");
    }

    /** The pauses after steps that fail are 0.2 s, 0.4 s, … */
    @Test
    void pausesGrowWhileTheApiServerIsAway() {
        queue.add(warning("web", "Failed"));
        answer(3, 503);
        sender.step();
        ticker.advance(Duration.ofMillis(199));
        sender.step();
        assertThat(scripted.requests).hasSize(1);

        ticker.advance(Duration.ofMillis(1));
        sender.step();
        ticker.advance(Duration.ofMillis(399));
        sender.step();
        assertThat(scripted.requests).hasSize(2);

        ticker.advance(Duration.ofMillis(1));
        sender.step();
        assertThat(scripted.requests).hasSize(3);
    }

    /** The first attempt may have got through: the second has the same name, so that 409 says that it did. */
    @Test
    void anEventThatIsSentAgainIsNotWrittenTwice() {
        queue.add(warning("web", "Failed"));
        answer(1, 504, 409);

        sender.step();
        ticker.advance(Duration.ofSeconds(1));
        sender.step();

        assertThat(sent()).containsExactly("web.Failed", "web.Failed");
        assertThat(queue.size()).isZero();
        assertThat(dropped("refused")).isZero();
    }

    /** A namespace that is being deleted takes no events. */
    @Test
    void aRefusalIsCountedAndLoggedAndTheNextEventIsWritten(CapturedOutput output) {
        queue.add(warning("web", "Failed"));
        queue.add(warning("shop", "Failed"));
        answer(1, 403, 201);

        sender.step();

        assertThat(sent()).containsExactly("web.Failed", "shop.Failed");
        assertThat(dropped("refused")).isEqualTo(1);
        assertThat(output.getOut())
                .contains("Events of crontabs were not written; events={REFUSED=1} cause=shop/web Failed: 403");
    }

    /** API servers delete events after an hour, so a later one says nothing. */
    @Test
    void anEventIsTriedForAnHour() {
        queue.add(warning("web", "Failed"));
        clock.advance(Duration.ofHours(1));
        answer(1, 503, 201);
        sender.step();
        assertThat(queue.size()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        ticker.advance(Duration.ofSeconds(1));
        sender.step();

        assertThat(queue.size()).isZero();
        assertThat(sent()).hasSize(1);
        assertThat(dropped("late")).isEqualTo(1);
    }

    @Test
    void theEndOfTheProcessWritesWhatItCanAndCountsTheRest(CapturedOutput output) {
        for (int i = 0; i < 10; i++) {
            queue.add(warning("web-" + i, "Failed"));
        }
        answer(3, 201);
        answer(5, 503);

        sender.stop();

        assertThat(sent()).hasSize(8);
        assertThat(dropped("stopped")).isEqualTo(7);
        assertThat(output.getOut()).contains("Events of crontabs were not written; events={STOPPED=7}");
    }

    /**
     * Each look at the time is half a second after the one before: events are sent after 0.5 s, 1 s and 1.5 s, and not
     * after 2 s.
     */
    @Test
    void theEndOfTheProcessTakesTwoSecondsOnly() {
        for (int i = 0; i < 10; i++) {
            queue.add(warning("web-" + i, "Failed"));
        }
        answer(10, 201);
        AtomicLong nanos = new AtomicLong();

        sender(() -> nanos.addAndGet(500_000_000)).stop();

        assertThat(sent()).hasSize(3);
        assertThat(dropped("stopped")).isEqualTo(7);
    }

    /** A step waits for the API server as the process ends: the event is refused, tried once more, and counted. */
    @Test
    @Timeout(120)
    void theEndOfTheProcessWaitsForAStepThatIsUnderWay() throws Exception {
        queue.add(warning("web", "Failed"));

        stopDuringAStep(() -> answer(2, 503));

        assertThat(sent()).containsExactly("web.Failed", "web.Failed");
        assertThat(dropped("stopped")).isEqualTo(1);
        assertThat(queue.size()).isZero();
    }

    /**
     * The answer comes two seconds after the process began to end: the step and the end of the process send no further
     * event.
     */
    @Test
    @Timeout(120)
    void theTimeOfAStepThatIsUnderWayCountsForTheEndOfTheProcess() throws Exception {
        queue.add(warning("web", "Failed"));
        queue.add(warning("shop", "Failed"));

        stopDuringAStep(() -> {
            ticker.advance(Duration.ofSeconds(2));
            answer(2, 201);
        });

        assertThat(sent()).containsExactly("web.Failed");
        assertThat(dropped("stopped")).isEqualTo(1);
    }

    /** @param answer what happens after the process began to end, while the step waits for its first answer */
    private void stopDuringAStep(Runnable answer) throws InterruptedException {
        Thread step = new Thread(sender::step);
        step.start();
        while (scripted.requests.isEmpty()) {
            Thread.onSpinWait();
        }
        Thread stop = new Thread(sender::stop);
        stop.start();
        while (stop.getState() != Thread.State.BLOCKED && stop.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }
        answer.run();
        step.join();
        stop.join();
    }
}
