package dev.edgewise.scheduler.decisions;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How much of the past is remembered.
 *
 * @param maxEntries how many decisions are held in memory, about 2.5 kB each, and in the shared stream, 1..200000
 * @param sharedSize what the shared stream may take of Redis, whatever {@code maxEntries} says; 64KB..1GB
 */
@ConfigurationProperties("edgewise.scheduler.decisions")
public record DecisionsProperties(@DefaultValue("10000") int maxEntries, @DefaultValue("16MB") DataSize sharedSize) {
    private static final DataSize LEAST = DataSize.ofKilobytes(64);
    private static final DataSize MOST = DataSize.ofGigabytes(1);

    public DecisionsProperties {
        Require.within("edgewise.scheduler.decisions.max-entries", maxEntries, 1, 200_000);
        Require.that(
                sharedSize.compareTo(LEAST) >= 0 && sharedSize.compareTo(MOST) <= 0,
                "edgewise.scheduler.decisions.shared-size",
                sharedSize,
                "from 64KB to 1GB");
    }
}
