package dev.edgewise.common;

import java.time.Duration;

/** The names and times that the fence of a member cluster and global-scheduler agree on. */
public final class MemberFenceNames {
    /** The prefix of the names of anchors, the ConfigMaps that own the objects of attempts. */
    public static final String ANCHOR_PREFIX = "edgewise-request-";

    /** Annotation of an anchor: the moment at which the fence deletes it, unless it is renewed before. */
    public static final String EXPIRES_ANNOTATION = Names.DOMAIN + "expires";

    /**
     * Annotation of an anchor: the seconds without a renewal after which the fence deletes it, whatever the clocks
     * show.
     */
    public static final String SECONDS_ANNOTATION = Names.DOMAIN + "fence-seconds";

    /** The namespace of a member in which the fence says that it runs. */
    public static final String MEMBER_NAMESPACE = "edgewise-member";

    /** The Lease in that namespace by which the fence says so. */
    public static final String LEASE = "edgewise-fence";

    /**
     * Annotation of the Lease: the namespaces whose anchors the fence has seen with its last renewal, with commas
     * between them.
     */
    public static final String NAMESPACES_ANNOTATION = Names.DOMAIN + "fenced-namespaces";

    /**
     * Time since the renewal of the Lease for which the fence counts as running: as long as another replica may take to
     * lead.
     */
    public static final Duration LEASE_DURATION = Duration.ofSeconds(30);

    private MemberFenceNames() {}

    /** Returns the name of an attempt's anchor. */
    public static String anchor(String requestUid, String attempt) {
        return ANCHOR_PREFIX + requestUid + "-" + attempt;
    }
}
