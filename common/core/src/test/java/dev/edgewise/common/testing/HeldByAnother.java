package dev.edgewise.common.testing;

import dev.edgewise.common.signal.WriterLock;
import java.time.Duration;
import java.util.Optional;

/** A lock that {@code other/1} holds for ever. */
public final class HeldByAnother implements WriterLock {
    @Override
    public String hold(String identity, Duration time) {
        return "other/1";
    }

    @Override
    public Optional<String> holder() {
        return Optional.of("other/1");
    }

    @Override
    public void release(String identity) {}
}
