package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of balloon pods, which reserve the capacity of backups on their nodes.
 *
 * @param image image of balloon pods: a program that sleeps, as any user [image]
 * @param priorityClass PriorityClass of balloon pods; pods of a higher priority may evict them [PriorityClass]
 */
@ConfigurationProperties("edgewise.scheduler.recovery.balloons")
record BalloonProperties(
        @DefaultValue("registry.k8s.io/pause:3.10") String image,
        @DefaultValue("edgewise-balloon") String priorityClass) {
    public BalloonProperties {
        Require.that(
                !image.isBlank(),
                "edgewise.scheduler.recovery.balloons.image",
                image,
                "the name of an image that every node can pull");
        Require.that(
                !priorityClass.isBlank(),
                "edgewise.scheduler.recovery.balloons.priority-class",
                priorityClass,
                "the name of a PriorityClass");
    }
}
