package dev.edgewise.sandbox.report;

/** Results of a pod, as the sandbox itself worked out. */
public enum PlacementVerdictKind {
    MET("met", true),
    IMPOSSIBLE("impossible", true),
    VIOLATED("VIOLATED", false),
    REFUSED("WRONGLY REFUSED", false),
    UNVERIFIED("not checked", false),
    UNDECIDED("undecided", false);

    private final String text;
    private final boolean good;

    PlacementVerdictKind(String text, boolean good) {
        this.text = text;
        this.good = good;
    }

    /** Whether the scheduler did right: the need is met, or it truthfully said that it cannot be. */
    public boolean good() {
        return good;
    }

    public String text() {
        return text;
    }
}
