package dev.edgewise.scheduler.nodes;

import dev.edgewise.scheduler.model.Taint;

/** A taint with its effect as Kubernetes writes it, such as {@code NoSchedule}. */
record TaintResponse(String key, String value, String effect) {
    static TaintResponse of(Taint taint) {
        String effect =
                switch (taint.effect()) {
                    case NO_SCHEDULE -> "NoSchedule";
                    case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
                    case NO_EXECUTE -> "NoExecute";
                };
        return new TaintResponse(taint.key(), taint.value(), effect);
    }
}
