package dev.edgewise.scheduler.slots.web.events;

import java.time.Instant;
import java.util.List;

/**
 * An offer of free slots.
 *
 * @param id to answer it by
 * @param slots positions that are free
 */
record OfferResponse(String id, String namespace, String testbed, Instant deadline, List<Integer> slots) {
    static OfferResponse of(SlotOffer offer) {
        return new OfferResponse(
                offer.id(), offer.testbed().namespace(), offer.testbed().name(), offer.deadline(), offer.slots());
    }
}
