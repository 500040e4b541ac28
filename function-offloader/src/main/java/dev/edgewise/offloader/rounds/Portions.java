package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Leaves out of a question those pods that most likely keep it from being answered, as one of them may take the scheduler too long whenever it is asked about. A question without an
 * answer casts doubt on its pods, and an answer takes it away; by halves of those in doubt, the pod is found that is to be left out. It is asked about again after a few answers. For one
 * thread at a time.
 */
final class Portions implements WhatIf {
    /** How likely it may be that a question stays without an answer, 0..1. */
    private static final double MOST_DOUBT = 0.5;
    /** What is left of the doubt about other pods after an answer about a pod in doubt: the scheduler itself may have been silent. */
    private static final double AFTER_PROOF = 0.5;
    /** The same after each other answer: some come before the pod is asked about again. */
    private static final double AFTER_ANSWER = 0.8;

    private static final double LEAST_DOUBT = 0.001;
    private static final Doubt NONE = new Doubt(0, 0);

    private final WhatIf scheduler;
    private final Map<String, Doubt> doubts = new HashMap<>();
    private int silences;

    /**
     * Of one pod.
     *
     * @param value how likely it is that no question about it is answered, 0..1
     * @param since after how many questions without an answer it was asked about last
     */
    private record Doubt(double value, int since) {}

    Portions(WhatIf scheduler) {
        this.scheduler = scheduler;
    }

    /** Asks as this one would. */
    Portions copy(WhatIf ofCopy) {
        Portions copy = new Portions(ofCopy);
        copy.doubts.putAll(doubts);
        copy.silences = silences;
        return copy;
    }

    @Override
    public Map<String, Placement> ask(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        List<Inquiry> portion = doubts.isEmpty() ? inquiries : portion(inquiries);
        try {
            Map<String, Placement> answers = scheduler.ask(portion);
            answered(portion);
            return answers;
        } catch (SchedulerUnavailableException e) {
            if (e.mayBeForPods()) {
                unanswered(portion);
            }
            throw e;
        }
    }

    /** In the same order: the question may depend on it. */
    private List<Inquiry> portion(List<Inquiry> inquiries) {
        List<Inquiry> surestFirst = new ArrayList<>(inquiries);
        surestFirst.sort(Comparator.<Inquiry>comparingDouble(each -> doubt(each).value())
                .thenComparingInt(each -> doubt(each).since()));
        Set<Inquiry> chosen = new HashSet<>();
        double sum = 0;
        for (Inquiry each : surestFirst) {
            sum += doubt(each).value();
            if (sum > MOST_DOUBT && !chosen.isEmpty()) {
                break;
            }
            chosen.add(each);
        }
        return inquiries.stream().filter(chosen::contains).toList();
    }

    private void answered(List<Inquiry> portion) {
        if (doubts.isEmpty()) {
            return;
        }
        int before = doubts.size();
        portion.forEach(each -> doubts.remove(uid(each)));
        double left = doubts.size() < before ? AFTER_PROOF : AFTER_ANSWER;
        doubts.replaceAll((uid, doubt) -> new Doubt(left * doubt.value(), doubt.since()));
        doubts.values().removeIf(doubt -> doubt.value() < LEAST_DOUBT);
    }

    /** One of them is the reason, and rather one in doubt before. */
    private void unanswered(List<Inquiry> portion) {
        silences++;
        double sum = portion.stream().mapToDouble(each -> doubt(each).value()).sum();
        for (Inquiry each : portion) {
            double value = sum > 0 ? doubt(each).value() / sum : 1.0 / portion.size();
            if (value > 0) {
                doubts.put(uid(each), new Doubt(value, silences));
            }
        }
    }

    private Doubt doubt(Inquiry inquiry) {
        return doubts.getOrDefault(uid(inquiry), NONE);
    }

    private static String uid(Inquiry inquiry) {
        return inquiry.pod().uid();
    }
}
