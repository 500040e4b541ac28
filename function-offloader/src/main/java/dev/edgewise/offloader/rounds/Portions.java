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
 * answer casts doubt on its pods, and an answer takes it away; by halves of those in doubt, the pod is found that is to be left out, even if it is alone. It is asked about again after it was left out a few times. For
 * one thread at a time.
 */
final class Portions implements WhatIf {
    /** How likely it may be that a question stays without an answer, 0..1. */
    private static final double MOST_DOUBT = 0.5;
    /** The doubt about all pods of a question that is the first without an answer. */
    private static final double ONCE = MOST_DOUBT;
    /** What is left of the doubt about other pods after an answer about a pod in doubt: the scheduler itself may have been silent. */
    private static final double AFTER_PROOF = 0.5;
    /** The same about a pod that another answered question left out. */
    private static final double LEFT_OUT = 0.8;

    /** Below that of each of so many pods as a question may have, after some answers. */
    private static final double LEAST_DOUBT = 1e-6;

    private static final double ROUNDING = 1e-9;

    /** Pods that are gone are not asked about again. */
    private static final int MOST_DOUBTS = 100_000;

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
    private record Doubt(double value, int since) {
        Doubt times(double factor) {
            return new Doubt(factor * value, since);
        }
    }

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
            Map<String, Placement> answers = portion.isEmpty() ? Map.of() : scheduler.ask(portion);
            answered(inquiries, answers);
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
            if (sum > MOST_DOUBT + ROUNDING) {
                break;
            }
            chosen.add(each);
        }
        return inquiries.stream().filter(chosen::contains).toList();
    }

    /** Of those that were to be asked about, the pods without an answer were left out. */
    private void answered(List<Inquiry> inquiries, Map<String, Placement> answers) {
        if (doubts.isEmpty()) {
            return;
        }
        int before = doubts.size();
        Set<String> leftOut = new HashSet<>();
        for (Inquiry each : inquiries) {
            if (answers.containsKey(each.pod().key())) {
                doubts.remove(uid(each));
            } else {
                leftOut.add(uid(each));
            }
        }
        boolean isProof = doubts.size() < before;
        doubts.replaceAll((uid, doubt) ->
                isProof ? doubt.times(AFTER_PROOF) : leftOut.contains(uid) ? doubt.times(LEFT_OUT) : doubt);
        doubts.values().removeIf(doubt -> doubt.value() < LEAST_DOUBT);
    }

    /** One of them is the reason, and rather one in doubt before; the first time it may be the scheduler, and all are asked about again. */
    private void unanswered(List<Inquiry> portion) {
        silences++;
        if (doubts.size() > MOST_DOUBTS) {
            doubts.clear();
        }
        double sum = portion.stream().mapToDouble(each -> doubt(each).value()).sum();
        for (Inquiry each : portion) {
            double value = sum > 0 ? doubt(each).value() / sum : ONCE / portion.size();
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
