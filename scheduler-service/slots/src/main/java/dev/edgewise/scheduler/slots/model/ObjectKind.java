package dev.edgewise.scheduler.slots.model;

/** The kinds of object that people write. */
public enum ObjectKind {
    TESTBED("Testbed"),
    BATCH_JOB("BatchJob"),
    SCHEDULING("Scheduling");

    private final String text;

    ObjectKind(String text) {
        this.text = text;
    }

    /** Returns the name of the kind in manifests. */
    public String text() {
        return text;
    }
}
