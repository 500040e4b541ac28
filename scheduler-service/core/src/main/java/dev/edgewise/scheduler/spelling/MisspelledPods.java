package dev.edgewise.scheduler.spelling;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.PodMistakeReporter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods without a node that have misspelt words. The replica that decides announces each, but a problem that all
 * pods of one owner share only once, and of one namespace no more than {@value #MOST_PER_MINUTE} a minute.
 */
public final class MisspelledPods implements PodMistakeReporter {
    static final int MOST_PER_MINUTE = 200;
    private static final int MOST_WAITING = 2_000;
    private static final int MOST_ANNOUNCED = 10_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final PodSpellingCheck spelling;
    private final SpellingRecorder recorder;
    private final Ticker ticker;
    private final Map<PodKey, Waiting> waiting = new HashMap<>();
    private final Map<Problem, Boolean> announced = new OldestFirst();
    private final Map<String, Integer> thisMinute = new HashMap<>();
    private long minuteBegan;
    private boolean deciding;

    private record Problem(String owner, String message) {}

    private record Waiting(String owner, Misspelling misspelling) {}

    private static final class OldestFirst extends LinkedHashMap<Problem, Boolean> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Problem, Boolean> eldest) {
            return size() > MOST_ANNOUNCED;
        }
    }

    public MisspelledPods(PodSpellingCheck spelling, SpellingRecorder recorder, Ticker ticker) {
        this.spelling = spelling;
        this.recorder = recorder;
        this.ticker = ticker;
        this.minuteBegan = ticker.nanos();
    }

    @Override
    public synchronized void begin() {
        deciding = true;
        waiting.values().forEach(this::announce);
    }

    @Override
    public synchronized void end() {
        deciding = false;
    }

    /**
     * Reads a pod as the watch shows it.
     *
     * @param labels all of the pod's; null for none
     * @param annotations all of the pod's; null for none
     */
    public void put(Pod pod, @Nullable Map<String, String> labels, @Nullable Map<String, String> annotations) {
        String problem = isToBeRead(pod)
                ? spelling.problem(pod.namespace(), pod.spec().schedulerName(), orNone(labels), orNone(annotations))
                : null;
        String profile = problem == null ? null : spelling.profile(pod.spec().schedulerName());
        if (problem == null || profile == null) {
            remove(pod.key());
            return;
        }
        String owner = pod.controllerUid().isEmpty() ? pod.uid() : pod.controllerUid();
        put(new Waiting(owner, new Misspelling(pod.key(), pod.uid(), profile, problem)));
    }

    public synchronized void remove(PodKey key) {
        waiting.remove(key);
    }

    private synchronized void put(Waiting found) {
        PodKey key = found.misspelling().pod();
        if (waiting.size() < MOST_WAITING || waiting.containsKey(key)) {
            waiting.put(key, found);
        }
        if (deciding) {
            announce(found);
        }
    }

    private void announce(Waiting found) {
        Misspelling misspelling = found.misspelling();
        Problem problem = new Problem(found.owner(), misspelling.message());
        if (!announced.containsKey(problem) && mayAnnounce(misspelling.pod().namespace())) {
            announced.put(problem, true);
            recorder.record(misspelling);
        }
    }

    private boolean mayAnnounce(String namespace) {
        if (ticker.since(minuteBegan).compareTo(MINUTE) >= 0) {
            minuteBegan = ticker.nanos();
            thisMinute.clear();
        }
        return thisMinute.merge(namespace, 1, Integer::sum) <= MOST_PER_MINUTE;
    }

    private static boolean isToBeRead(Pod pod) {
        return pod.spec().nodeName() == null && !pod.terminating();
    }

    private static Map<String, String> orNone(@Nullable Map<String, String> words) {
        return words == null ? Map.of() : words;
    }
}
