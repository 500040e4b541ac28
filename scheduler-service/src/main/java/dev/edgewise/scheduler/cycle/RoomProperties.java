package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.Require;
import dev.edgewise.scheduler.preemption.RoomRules;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How room is made for pods with delay needs.
 *
 * @param equalPriority whether pods of the same priority may have to move
 * @param perMinute how many pods are moved at most, 0..600; 0 for none
 */
@ConfigurationProperties("edgewise.scheduler.make-room")
record RoomProperties(@DefaultValue("false") boolean equalPriority, @DefaultValue("6") int perMinute) {
    public RoomProperties {
        Require.within("edgewise.scheduler.make-room.per-minute", perMinute, 0, 600);
    }

    RoomRules rules() {
        return new RoomRules(equalPriority, perMinute);
    }
}
