package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.model.ReservationKey;
import java.util.List;

/** The reservations, where the cluster has their CustomResourceDefinition. */
final class ReservationKinds {
    private ReservationKinds() {}

    /** @param namespace the service's own, in which it shows what nodes keep */
    public static List<WatchedKind<?>> all(ClusterFeed feed, String namespace) {
        return List.of(WatchedKind.all(
                        ReservationObject.class,
                        object -> read(object, feed, namespace),
                        (of, name) -> feed.reservationGone(new ReservationKey(of, name)))
                .ifServed(feed::reservationsServed));
    }

    /** One that cannot be read is shown as such, and ends as others do. */
    private static void read(ReservationObject object, ClusterFeed feed, String namespace) {
        try {
            if (ShownReserveConverter.isOne(object, namespace)) {
                feed.shownReserve(ShownReserveConverter.convert(object));
            } else if (ShownReserveConverter.isOfAnother(object)) {
                feed.reservationGone(new ReservationKey(
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName()));
            } else {
                feed.reservation(ReservationConverter.convert(object));
            }
        } catch (InvalidObjectException problem) {
            feed.reservation(ReservationConverter.unreadable(object, problem));
            throw problem;
        }
    }
}
