package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;

/**
 * A pod of ours that holds the room of a slot where other schedulers look.
 *
 * @param uid precondition of its deletion
 * @param testbedUid of the testbed whose slot it holds
 * @param place of the slot that it holds; its index is not compared
 * @param requests of its container
 * @param terminating whether its deletion was asked for
 * @param finished whether it has ended, such as by an eviction of the kubelet
 */
public record SlotPausePod(
        ObjectKey key,
        String uid,
        String testbedUid,
        SlotPlace place,
        Resources requests,
        boolean terminating,
        boolean finished) {}
