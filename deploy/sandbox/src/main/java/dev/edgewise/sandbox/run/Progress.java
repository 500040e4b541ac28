package dev.edgewise.sandbox.run;

/** Reports progress on standard error. Steps may run at the same time. */
interface Progress extends AutoCloseable {
    /** Announces a step that starts now. */
    Step step(String name);

    /** Shows nothing more; what was shown stays. */
    @Override
    void close();

    /** One thing that takes a while. */
    interface Step {
        void update(String text);

        void done(String text);

        void failed(String text);
    }
}
