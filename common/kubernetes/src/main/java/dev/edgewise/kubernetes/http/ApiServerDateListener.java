package dev.edgewise.kubernetes.http;

/** Takes what the API server's answers say of its clock. Called by many threads. */
@FunctionalInterface
public interface ApiServerDateListener {
    /** Ignores them. */
    ApiServerDateListener IGNORED = (date, nanosSinceSent) -> {};

    /**
     * Takes the date of an answer that has just come.
     *
     * @param date of the {@code Date} header, in HTTP's form; empty if there is none
     * @param nanosSinceSent time since the request was sent: the server dated its answer within it
     */
    void heard(String date, long nanosSinceSent);
}
