package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.web.SlotResponses.TestbedResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows testbeds and their slots. */
@RestController
@OnAnyReplica(from = "what it watches")
@RequestMapping("/api/v1/slots/testbeds")
class TestbedsController {
    private final SlotObjects objects;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;

    TestbedsController(SlotObjects objects, SlotsReadiness readiness, AccessGuard guard) {
        this.objects = objects;
        this.readiness = readiness;
        this.guard = guard;
    }

    /** Testbeds by namespace and name, of one namespace where it is given. */
    @GetMapping
    @ChecksCallerItself(by = "list testbeds in the namespace")
    Page<TestbedResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "list", namespace);
        return new ObjectPages(namespace, after, limit)
                .of(objects.testbeds(), one -> one.metadata().key(), TestbedResponse::of);
    }

    @GetMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "get testbeds in the namespace")
    ResponseEntity<TestbedResponse> get(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "get", namespace);
        Testbed found = objects.testbed(RequestedJobsReader.key("name", namespace, name));
        if (found == null) {
            throw new NotFoundException("There is no testbed " + namespace + "/" + name);
        }
        return ResponseEntity.ok()
                .eTag(EntityTag.of(found.metadata().resourceVersion()))
                .body(TestbedResponse.of(found));
    }

    private void require(@Nullable String authorization, String verb, @Nullable String namespace) {
        guard.require(authorization, new Permission(verb, "edgewise.dev", "testbeds", namespace));
        readiness.require();
    }
}
