package dev.edgewise.scheduler.extender.buffer;

/**
 * The position of a value in a body.
 *
 * @param from its first byte
 * @param to the byte after its last one
 */
public record ByteRange(int from, int to) {
    public int length() {
        return to - from;
    }
}
