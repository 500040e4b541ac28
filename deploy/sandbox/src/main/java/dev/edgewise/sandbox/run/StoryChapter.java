package dev.edgewise.sandbox.run;

/** One event of a story, and what the suite does about it. */
interface StoryChapter {
    /** Returns the headline, such as "A node dies". */
    String title();

    /**
     * Lets the event happen and shows what follows.
     *
     * @return whether what should follow did, in time
     */
    boolean play(StoryChapterContext stage) throws InterruptedException;
}
