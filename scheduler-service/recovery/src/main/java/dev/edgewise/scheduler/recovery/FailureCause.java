package dev.edgewise.scheduler.recovery;

/** The causes of a node's failure. */
public enum FailureCause {
    /** The kubelet reports that the node is not ready. */
    NOT_READY,
    /** The kubelet reports nothing: the node may be down, or disconnected and running. */
    UNREACHABLE,
    DELETED,
    /** The node answers no other node, whatever its kubelet reports. */
    SILENT
}
