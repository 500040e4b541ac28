package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Require;
import dev.edgewise.scheduler.preemption.RelocationRules;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limits of the moves that make room for pods with delay needs.
 *
 * @param equalPriority whether pods of the same priority may be moved to make room, too [boolean]
 * @param perMinute pods that are moved in a minute to make room for others; 0: none [0 to 600]
 */
@ConfigurationProperties("edgewise.scheduler.make-room")
record RelocationProperties(@DefaultValue("false") boolean equalPriority, @DefaultValue("6") int perMinute) {
    public RelocationProperties {
        Require.within("edgewise.scheduler.make-room.per-minute", perMinute, 0, 600);
    }

    RelocationRules rules() {
        return new RelocationRules(equalPriority, perMinute);
    }
}
