package dev.edgewise.scheduler.decisions;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the limits of the recorded decisions.
 *
 * @param maxEntries decisions kept in memory (2.5 kB each) and in Redis [1 to 200000]
 * @param sharedSize size limit of the decisions in Redis [64KB to 1GB]
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
