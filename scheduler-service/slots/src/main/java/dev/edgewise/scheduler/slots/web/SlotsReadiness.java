package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import java.time.Duration;

/** Says whether the calls about batch slots can be answered. */
public final class SlotsReadiness {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final boolean enabled;
    private final boolean labelsNodes;
    private final SlotObjects objects;

    /**
     * @param enabled whether batch slots are switched on
     * @param labelsNodes whether node set-up is switched on
     */
    SlotsReadiness(boolean enabled, boolean labelsNodes, SlotObjects objects) {
        this.enabled = enabled;
        this.labelsNodes = labelsNodes;
        this.objects = objects;
    }

    public boolean isEnabled() {
        return enabled;
    }

    /**
     * Returns if they can be answered.
     *
     * @throws NotFoundException if batch slots are switched off
     * @throws BusyException if their kinds are not read yet
     */
    public void require() {
        if (!enabled) {
            throw new NotFoundException("Batch slots are switched off: set edgewise.scheduler.slots.enabled to true");
        }
        if (!objects.isReady()) {
            throw new BusyException("Testbeds, batch jobs and Schedulings are not read yet", RETRY_AFTER);
        }
    }

    /**
     * Returns if nodes can be labelled.
     *
     * @throws NotFoundException if batch slots or node set-up are switched off
     * @throws BusyException if their kinds are not read yet
     */
    void requireNodeSetUp() {
        require();
        if (!labelsNodes) {
            throw new NotFoundException(
                    "Node set-up is switched off: apply deploy/kubernetes/components/slots-node-set-up, or label nodes with kubectl");
        }
    }
}
