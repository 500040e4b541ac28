package dev.edgewise.scheduler.slots.web.events;

import java.time.Instant;
import java.util.List;

/**
 * An offer of free slots.
 *
 * @param id to answer it by
 * @param slots positions that are free
 */
record SlotOfferResponse(String id, String namespace, String testbed, Instant deadline, List<Integer> slots) {
    static SlotOfferResponse of(SlotOffer offer) {
        return new SlotOfferResponse(
                offer.id(), offer.testbed().namespace(), offer.testbed().name(), offer.deadline(), offer.slots());
    }
}
