package dev.edgewise.scheduler.spelling;

/** Writes events about misspelt words. Must not block. */
@FunctionalInterface
public interface SpellingRecorder {
    void record(Misspelling misspelling);
}
