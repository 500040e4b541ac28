package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.networkprobe.staticfile.StaticProperties;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    RttController(RttService service, StaticProperties properties, Clock clock) {
        this.service = service;
        this.properties = properties;
        this.clock = clock;
    }

    @GetMapping
    RttPage list(
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "100") int size) {
        if (page < 0) {
            throw new InvalidInputException("page", page, "0 or more");
        }
        if (size < 1 || size > LARGEST_PAGE) {
            throw new InvalidInputException("size", size, "in 1.." + LARGEST_PAGE);
        }
        List<Map.Entry<Pair, RoundTripTime>> found = found(from, to);
        List<RttView> items = found.stream()
                .skip((long) page * size)
                .limit(size)
                .map(entry -> RttView.of(entry.getKey(), entry.getValue(), clock.instant()))
                .toList();
        return new RttPage(items, page, size, found.size());
    }

    @GetMapping("/{from}/{to}")
    RttView get(@PathVariable String from, @PathVariable String to) {
        Pair pair = NodeNames.pair(from, to);
        RoundTripTime value = service.find(pair)
                .orElseThrow(
                        () -> new NotFoundException("No round-trip time from " + from + " to " + to + " is known"));
        return RttView.of(pair, value, clock.instant());
    }

    /**
     * Puts one pair by hand. It holds until the file's own value of that pair changes, or it is deleted. Answers 202, not 200,
     * if the store is away: the value holds here, and is published when the store is back.
     */
    @PutMapping("/{from}/{to}")
    ResponseEntity<RttView> put(@PathVariable String from, @PathVariable String to, @RequestBody RttBody body) {
        Pair pair = NodeNames.pair(from, to);
        Observed observed = new Observed(clock.instant(), RttTable.MANUAL, properties.validFor());
        boolean published = service.put(pair, body.value(observed));
        return ResponseEntity.status(published ? HttpStatus.OK : HttpStatus.ACCEPTED)
                .body(get(from, to));
    }

    /** Takes back what was put by hand, if anything was: the file's value of that pair holds again. */
    @DeleteMapping("/{from}/{to}")
    ResponseEntity<Void> delete(@PathVariable String from, @PathVariable String to) {
        boolean published = service.remove(NodeNames.pair(from, to));
        return ResponseEntity.status(published ? HttpStatus.NO_CONTENT : HttpStatus.ACCEPTED)
                .build();
    }

    private List<Map.Entry<Pair, RoundTripTime>> found(@Nullable String from, @Nullable String to) {
        List<Map.Entry<Pair, RoundTripTime>> found = new ArrayList<>();
        service.rows().forEach((sender, row) -> {
            if (from == null || from.equals(sender)) {
                row.forEach((receiver, value) -> {
                    if (to == null || to.equals(receiver)) {
                        found.add(Map.entry(new Pair(sender, receiver), value));
                    }
                });
            }
        });
        return found;
    }
}
