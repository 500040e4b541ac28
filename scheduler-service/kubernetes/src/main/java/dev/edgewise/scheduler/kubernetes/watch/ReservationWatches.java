package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Key;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Part;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.state.reservations.ReservationFeed;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.util.List;

/** The reservations, where the cluster has their CustomResourceDefinition. */
final class ReservationWatches {
    private ReservationWatches() {}

    /** @param own the service's namespace, in which it shows what nodes keep */
    public static List<WatchedKind<?>> all(ReservationFeed feed, String own, HeavyObjectAccounting heavy) {
        return List.of(WatchedKind.all(
                        ReservationObject.class, object -> read(object, feed, own, heavy), (namespace, name) -> {
                            heavy.forget(key(namespace, name));
                            feed.remove(new ReservationKey(namespace, name));
                        })
                .ifServed(feed::serve));
    }

    /** The quotas, which limit how much of its namespace may be reserved. */
    static WatchedKind<?> quotas(ReservationFeed feed) {
        return WatchedKind.all(
                ResourceQuota.class, quota -> feed.putQuota(QuotaConverter.convert(quota)), feed::removeQuota);
    }

    private static Key key(String namespace, String name) {
        return new Key(ReservationObject.PLURAL, namespace, name);
    }

    private static List<Part> parts(Reservation reservation) {
        return reservation.user() instanceof ReservationPodMatcher.Selected selected
                ? RetainedSizeEstimator.parts("spec.for.selector", selected.selector())
                : List.of();
    }

    /** Reads a reservation; an unreadable one is shown as such and ends as others do. */
    private static void read(ReservationObject object, ReservationFeed feed, String own, HeavyObjectAccounting heavy) {
        Key key = key(object.getMetadata().getNamespace(), object.getMetadata().getName());
        try {
            if (ReserveObjectConverter.isOne(object, own)) {
                feed.put(ReserveObjectConverter.convert(object));
            } else if (ReserveObjectConverter.isOfAnother(object)) {
                feed.remove(new ReservationKey(key.namespace(), key.name()));
            } else {
                Reservation converted = ReservationConverter.convert(object);
                heavy.keep(key, parts(converted));
                feed.put(converted);
            }
        } catch (InvalidObjectException problem) {
            heavy.forget(key);
            feed.put(ReservationConverter.unreadable(object, problem));
            throw problem;
        }
    }
}
