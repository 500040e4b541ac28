package dev.edgewise.offloader.safety;

/** The reasons that make a pod unfit to be moved, unless settings allow it. */
public enum UnmovablePodReason {
    BARE("nothing creates it again"),
    DAEMON_SET("its DaemonSet would create it on the same node"),
    KEPT("an annotation of it says that it stays (edgewise.dev/moves or safe-to-evict)"),
    LOCAL_STORAGE("it has data on its node (emptyDir, hostPath, or a volume that ends with it)"),
    MANY_RESOURCES("it requests more resources than are kept of a pod"),
    STATIC("its node's kubelet runs it from a file"),
    TERMINATING("it is being deleted"),
    UNKNOWN_OWNER("its controller is not of the API group apps");

    private final String why;

    UnmovablePodReason(String why) {
        this.why = why;
    }

    /** The reason for people: follows "stays, as". */
    public String why() {
        return why;
    }

    /** Whether settings may allow it: moving the others would be in vain, or lose them. */
    public boolean canBeAllowed() {
        return this == LOCAL_STORAGE;
    }
}
