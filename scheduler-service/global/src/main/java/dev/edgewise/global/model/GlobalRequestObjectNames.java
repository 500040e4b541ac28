package dev.edgewise.global.model;

import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.common.Names;

/**
 * Names in the API: labels and annotations of objects in members, of the Secrets of members, and the kind of requests.
 */
public final class GlobalRequestObjectNames {
    public static final String GROUP = "edgewise.dev";
    public static final String VERSION = "v1alpha1";
    public static final String KIND = "GlobalRequest";
    public static final String PLURAL = "globalrequests";
    /** The field manager of all objects in members. */
    public static final String FIELD_MANAGER = "edgewise-global";
    /** The finalizer of a request: its record stays until nothing of it exists. */
    public static final String FINALIZER = "edgewise.dev/global";
    /** The annotation of a request with the hash of what a caller asked for. */
    public static final String FINGERPRINT_ANNOTATION = "edgewise.dev/fingerprint";
    /** The label of objects in members with the uid of their request. */
    public static final String REQUEST_LABEL = Names.REQUEST_LABEL;
    /** The label of objects in members with the number of their attempt. */
    public static final String ATTEMPT_LABEL = Names.ATTEMPT_LABEL;
    /** The hash of the documents that an anchor was made for. */
    public static final String MANIFESTS_HASH_ANNOTATION = "edgewise.dev/manifests-hash";
    /** The account of an anchor, as which its objects were made. */
    public static final String ACCOUNT_ANNOTATION = "edgewise.dev/account";
    /** The moment at which the member deletes an anchor whose request asks for a fence, unless it is renewed. */
    public static final String EXPIRES_ANNOTATION = MemberFenceNames.EXPIRES_ANNOTATION;
    /**
     * The management cluster of an anchor, by the uid of its namespace {@code kube-system}, with the namespace and name
     * of the request.
     */
    public static final String ORIGIN_ANNOTATION = "edgewise.dev/origin";
    /** The label of the Secrets with kubeconfigs; its value is the name of the member. */
    public static final String CLUSTER_LABEL = "edgewise.dev/cluster";
    /** The location class of a member: {@code edge}, {@code near-edge} or {@code cloud}. */
    public static final String LOCATION_ANNOTATION = "edgewise.dev/location";
    /** The cost of one CPU for an hour in a member. */
    public static final String COST_ANNOTATION = "edgewise.dev/cost";
    /**
     * The namespaces that may use a member, with commas between them; {@code a=b} for namespace {@code b} there, {@code
     * *} for all. None without it.
     */
    public static final String NAMESPACES_ANNOTATION = "edgewise.dev/namespaces";

    /** The uids of clusters that had a member's name and will not answer any more, with commas between them. */
    public static final String FORGET_ANNOTATION = "edgewise.dev/forget";

    /** The delays from a member to others in milliseconds, such as {@code c2=5,c3=80}. */
    public static final String DELAYS_ANNOTATION = "edgewise.dev/delays";
    /** The rate of the link from a member to others in Mbit/s. */
    public static final String BANDWIDTH_ANNOTATION = "edgewise.dev/bandwidth";
    /** The speed of a member's CPUs: 2 if they compute in half of the time that others need. */
    public static final String SPEED_ANNOTATION = "edgewise.dev/speed";
    /** The ClusterProfile, {@code namespace/name}, that has the address of a member whose Secret has a token. */
    public static final String PROFILE_ANNOTATION = "edgewise.dev/cluster-profile";

    /** The label of ConfigMaps and Secrets that requests of their namespace may have as manifests: {@code true}. */
    public static final String MANIFESTS_LABEL = "edgewise.dev/manifests";
    /** The label of Secrets that may sign callbacks of their namespace: {@code true}. */
    public static final String CALLBACK_KEY_LABEL = "edgewise.dev/callback-key";
    /**
     * The scheduler in a member that places pods of requests, such as {@code griffin_scheduler}; the member's default
     * without it.
     */
    public static final String SCHEDULER_ANNOTATION = "edgewise.dev/scheduler";
    /**
     * The services of Edgewise in a member that may be asked, each with its namespace, such as {@code
     * edgewise/scheduler-service}.
     */
    public static final String SERVICES_ANNOTATION = "edgewise.dev/services";
    /** The name of a member in the matrix of network-probe; its own without it. */
    public static final String PROBE_NODE_ANNOTATION = "edgewise.dev/probe-node";

    /** The account of a namespace in members as which objects are made, unless the request names another. */
    public static final String DEFAULT_ACCOUNT = "edgewise-tenant";

    private GlobalRequestObjectNames() {}

    /** Returns the name of an attempt's anchor. */
    public static String anchor(String requestUid, int attempt) {
        return MemberFenceNames.anchor(requestUid, Integer.toString(attempt));
    }
}
