package dev.edgewise.networkprobe.goldpinger;

/** Hears the results in a Goldpinger document, one after the other. */
interface CheckAllListener {
    /**
     * One pod pinged another.
     *
     * @param from the pod's name, or its IP address, as older versions have it
     * @param millis wall clock time, whole ms; meaningless if it is not ok
     */
    void ping(String from, String to, boolean ok, long millis);

    /** A pod gave no results, or something else. */
    void failed(String from);
}
