package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.model.ReservationKey;
import java.util.List;

/** The reservations, where the cluster has their CustomResourceDefinition. */
final class ReservationKinds {
    private ReservationKinds() {}

    public static List<WatchedKind<?>> all(ClusterFeed feed) {
        return List.of(WatchedKind.all(
                        ReservationObject.class,
                        object -> read(object, feed),
                        (namespace, name) -> feed.reservationGone(new ReservationKey(namespace, name)))
                .ifServed(feed::reservationsServed));
    }

    /** One that cannot be read is shown as such, and ends as others do. */
    private static void read(ReservationObject object, ClusterFeed feed) {
        try {
            feed.reservation(ReservationConverter.convert(object));
        } catch (InvalidObjectException problem) {
            feed.reservation(ReservationConverter.unreadable(object, problem));
            throw problem;
        }
    }
}
