package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.state.ClusterState;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Creates reservations for callers with the right to create them in a namespace, and shows them. */
@RestController
@OnAnyReplica(from = "the API server, and what it watches")
@RequestMapping("/api/v1/reservations")
class ReservationsController {
    private static final int LARGEST_BODY = 64 * 1024;

    private final ClusterState state;
    private final ReservationApi stored;
    private final AccessGuard guard;
    private final JsonMapper json;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other reservations are being sent");

    ReservationsController(ClusterState state, ReservationApi stored, AccessGuard guard, JsonMapper json) {
        this.state = state;
        this.stored = stored;
        this.guard = guard;
        this.json = json;
    }

    /** Creates one: 201, or 200 if there is the same of that name. */
    @PostMapping
    @ChecksCallerItself(by = "create reservations in the namespace")
    ResponseEntity<ReservationResponse> create(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        guard.authenticate(authorization);
        ReservationRequest request =
                sending.take(() -> LimitedRequestBodyReader.read(http, LARGEST_BODY, json, ReservationRequest.class));
        Reservation wanted = request.reservation();
        guard.require(authorization, allowed("create", wanted.key().namespace()));
        ReservationApi.Created created = stored.create(wanted, request.object());
        return ResponseEntity.status(created.isNew() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(known(created.reservation()));
    }

    /** Reservations by namespace and name, of one namespace or node where these are given. */
    @GetMapping
    @ChecksCallerItself(by = "list reservations in the namespace")
    Page<ReservationResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestParam(required = false) @Nullable String node,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(authorization, allowed("list", namespace));
        Stream<ReservationResponse> rest = all().filter(
                        one -> namespace == null || one.namespace().equals(namespace))
                .filter(one -> node == null || one.node().equals(node))
                .filter(one -> after == null || one.fullName().compareTo(after) > 0)
                .sorted(Comparator.comparing(ReservationResponse::fullName));
        return Page.of(rest, limit, ReservationResponse::fullName, one -> one);
    }

    @GetMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "get reservations in the namespace")
    ReservationResponse get(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(authorization, allowed("get", namespace));
        String fullName = namespace + "/" + name;
        return all().filter(one -> one.fullName().equals(fullName))
                .findFirst()
                .orElseThrow(() -> new NotFoundException("There is no reservation " + fullName));
    }

    /** Deletes one; 204 also if there is none. */
    @DeleteMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "delete reservations in the namespace")
    ResponseEntity<Void> delete(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(authorization, allowed("delete", namespace));
        stored.delete(ReservationRequest.key(namespace, name));
        return ResponseEntity.noContent().build();
    }

    /**
     * Returns the reservation as this replica's watch knows it, or as it was created if the watch does not know it yet.
     */
    private ReservationResponse known(Reservation created) {
        return state.reservations().states().stream()
                .filter(one -> one.reservation().uid().equals(created.uid()))
                .findFirst()
                .map(ReservationResponse::of)
                .orElseGet(() -> ReservationResponse.of(created, created.status()));
    }

    /** Returns the reservations that hold capacity, and those that show the reserves of nodes. */
    private Stream<ReservationResponse> all() {
        return Stream.concat(
                state.reservations().states().stream().map(ReservationResponse::of),
                state.reservations().shown().stream().map(ReservationResponse::of));
    }

    private static Permission allowed(String verb, @Nullable String namespace) {
        return new Permission(verb, "edgewise.dev", "reservations", namespace);
    }
}
