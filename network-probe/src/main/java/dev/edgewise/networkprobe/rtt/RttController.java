package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.security.Needs;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.Turns;
import dev.edgewise.networkprobe.staticfile.StaticProperties;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells the round-trip times in force, and takes single ones. */
@RestController
@RequestMapping("/api/v1/rtt")
class RttController {
    private static final int LARGEST_PAGE = 10_000;

    private final RttService service;
    private final StaticProperties properties;
    private final Clock clock;
    private final WriteTurn turn;
    /** Each walks all pairs. */
    private final Turns lists = new Turns(4, "Round-trip times are being listed for others");

    RttController(RttService service, StaticProperties properties, Clock clock, WriteTurn turn) {
        this.service = service;
        this.properties = properties;
        this.clock = clock;
        this.turn = turn;
    }

    /** @param fresh leaves out what is too old */
    @GetMapping
    @Needs(verb = "list", resource = "roundtriptimes")
    RttPage list(
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(defaultValue = "false") boolean fresh,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "100") int size) {
        if (page < 0) {
            throw new InvalidInputException("page", page, "0 or more");
        }
        if (size < 1 || size > LARGEST_PAGE) {
            throw new InvalidInputException("size", size, "in 1.." + LARGEST_PAGE);
        }
        return lists.take(() -> page(from, to, fresh, page, size));
    }

    private RttPage page(@Nullable String from, @Nullable String to, boolean fresh, int page, int size) {
        Instant now = clock.instant();
        Collector found = new Collector((long) page * size, size);
        for (String sender : from == null ? service.book().names() : Set.of(from)) {
            service.book().row(sender).forEach((receiver, value) -> {
                if ((to == null || to.equals(receiver))
                        && (!fresh || !value.observed().staleAt(now))) {
                    found.add(new Pair(sender, receiver), value, now);
                }
            });
        }
        return new RttPage(found.items, page, size, found.total);
    }

    @GetMapping("/{from}/{to}")
    @Needs(verb = "get", resource = "roundtriptimes")
    RttView get(@PathVariable String from, @PathVariable String to) {
        Pair pair = NodeNames.pair(from, to);
        RoundTripTime value = service.book()
                .find(pair.from(), pair.to())
                .orElseThrow(
                        () -> new NotFoundException("No round-trip time from " + from + " to " + to + " is known"));
        return RttView.of(pair, value, clock.instant());
    }

    /**
     * Puts one pair by hand. It holds until the file's own value of that pair changes, or it is deleted. Answers 202, not 200,
     * if the store is away: the value holds here, and is published when the store is back.
     */
    @PutMapping("/{from}/{to}")
    @Needs(verb = "update", resource = "roundtriptimes")
    ResponseEntity<RttView> put(@PathVariable String from, @PathVariable String to, @RequestBody RttBody body) {
        turn.requireNoOther();
        Pair pair = NodeNames.pair(from, to);
        requireNode("from", from);
        requireNode("to", to);
        Observed observed = new Observed(clock.instant(), RttTable.MANUAL, properties.validFor());
        boolean published = service.put(pair, body.value(observed));
        return ResponseEntity.status(published ? HttpStatus.OK : HttpStatus.ACCEPTED)
                .body(get(from, to));
    }

    /** Takes back what was put by hand, if anything was: the file's value of that pair holds again. */
    @DeleteMapping("/{from}/{to}")
    @Needs(verb = "delete", resource = "roundtriptimes")
    ResponseEntity<Void> delete(@PathVariable String from, @PathVariable String to) {
        turn.requireNoOther();
        boolean published = service.remove(NodeNames.pair(from, to));
        return ResponseEntity.status(published ? HttpStatus.NO_CONTENT : HttpStatus.ACCEPTED)
                .build();
    }

    private void requireNode(String field, String name) {
        if (!service.mayBeNode(name)) {
            throw new InvalidInputException(field, name, "a node of the cluster");
        }
    }

    /** Keeps one page of all it is given. */
    private static final class Collector {
        private final List<RttView> items = new ArrayList<>();
        private final long first;
        private final int size;
        private long total;

        Collector(long first, int size) {
            this.first = first;
            this.size = size;
        }

        void add(Pair pair, RoundTripTime value, Instant now) {
            if (total >= first && items.size() < size) {
                items.add(RttView.of(pair, value, now));
            }
            total++;
        }
    }
}
