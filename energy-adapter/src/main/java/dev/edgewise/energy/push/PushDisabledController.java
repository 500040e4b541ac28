package dev.edgewise.energy.push;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Conditional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Tells reporting devices why their readings are refused: none of the configured sources is push. */
@RestController
@OnAnyReplica(from = "its own settings")
@Conditional(PushDisabledController.WithoutPush.class)
class PushDisabledController {
    private final AccessGuard guard;

    PushDisabledController(AccessGuard guard) {
        this.guard = guard;
    }

    static final class WithoutPush extends NoneNestedConditions {
        WithoutPush() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnEnergySource(EnergySourceKind.PUSH)
        static final class Push {}
    }

    @PutMapping("/api/v1/energy/{node}")
    @ChecksCallerItself(by = "any token that is accepted, as it tells what is configured")
    @NotAudited(because = "it changes nothing")
    void refuse(
            @PathVariable String node,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.authenticate(authorization);
        throw new ResponseStatusException(
                HttpStatus.METHOD_NOT_ALLOWED,
                "Reports of node " + node
                        + " are not taken: edgewise.energy-adapter.sources has no source of the type push");
    }
}
