package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries out actions of one type several at a time: a job that changes slots takes as many requests as it has slots.
 * Actions of different types keep their order, and so do events, which people read in it. Statuses of testbeds and of
 * jobs count as one type: neither follows from the other.
 */
final class ConcurrentSlotActionExecutor {
    private static final int AT_ONCE = 8;
    private static final int IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            AT_ONCE, AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons("slot-writes"));

    ConcurrentSlotActionExecutor() {
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns what makes threads of that name which do not keep the process alive. */
    private static ThreadFactory daemons(String name) {
        ThreadFactory threads = Executors.defaultThreadFactory();
        return task -> {
            Thread thread = threads.newThread(task);
            thread.setName(name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Carries out one action. */
    @FunctionalInterface
    interface Write {
        WriteOutcome carryOut(SlotAction action) throws ApiUnavailableException;
    }

    /**
     * The result of one action.
     *
     * @param outcome null if it failed without one
     * @param failure null unless it did
     */
    record Sent(SlotAction action, @Nullable WriteOutcome outcome, @Nullable Exception failure) {}

    /** Returns neighbours of one type together, in their order. */
    static List<List<SlotAction>> alike(List<SlotAction> ordered) {
        List<List<SlotAction>> groups = new ArrayList<>();
        Class<?> type = null;
        for (SlotAction action : ordered) {
            if (type(action) != type || action instanceof SlotAction.RecordEvent) {
                groups.add(new ArrayList<>());
                type = type(action);
            }
            groups.get(groups.size() - 1).add(action);
        }
        return groups;
    }

    private static Class<?> type(SlotAction action) {
        return action instanceof SlotAction.WriteTestbedStatus ? SlotAction.WriteJobStatus.class : action.getClass();
    }

    /** Carries out all of them and returns when each has its result, in their order. */
    List<Sent> carryOut(List<SlotAction> actions, Write write) {
        if (actions.size() == 1) {
            return List.of(sent(actions.get(0), write));
        }
        List<Callable<Sent>> tasks = new ArrayList<>();
        actions.forEach(action -> tasks.add(() -> sent(action, write)));
        List<Sent> all = new ArrayList<>();
        try {
            for (Future<Sent> each : threads.invokeAll(tasks)) {
                all.add(each.get());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            all.add(new Sent(actions.get(0), WriteOutcome.FAILED, null));
        } catch (ExecutionException error) {
            throw new IllegalStateException(error.getCause());
        }
        return all;
    }

    private static Sent sent(SlotAction action, Write write) {
        try {
            return new Sent(action, write.carryOut(action), null);
        } catch (ApiUnavailableException | RuntimeException failure) {
            return new Sent(action, null, failure);
        }
    }
}
