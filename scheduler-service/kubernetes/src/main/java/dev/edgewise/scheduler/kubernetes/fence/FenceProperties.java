package dev.edgewise.scheduler.kubernetes.fence;

import dev.edgewise.common.Require;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the fence, which deletes what global requests with {@code onUnreachable: Fence} made in this cluster once
 * the management cluster does not renew it.
 *
 * @param namespaces namespaces in which anchors that were not renewed are deleted, each with a RoleBinding to {@code
 *     edgewise-fence}; none: off
 */
@ConfigurationProperties("edgewise.scheduler.fence")
record FenceProperties(@DefaultValue List<String> namespaces) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    FenceProperties {
        namespaces = namespaces.stream().distinct().toList();
        for (String namespace : namespaces) {
            Require.that(
                    NAME.matcher(namespace).matches(),
                    "edgewise.scheduler.fence.namespaces",
                    namespace,
                    "names of namespaces");
        }
    }
}
