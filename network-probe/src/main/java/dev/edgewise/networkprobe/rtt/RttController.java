package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.Page;
import dev.edgewise.networkprobe.nodes.NaturalOrder;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import dev.edgewise.networkprobe.sources.ManualRttSource;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
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

/** The effective round-trip times, and single ones put by hand. */
@RestController
@RequestMapping("/api/v1/rtt")
class RttController {
    /** An order that stays the same while a list is paged, even if nodes and zones change. */
    private static final Comparator<String> ORDER = NaturalOrder.INSTANCE;

    private final RttStorePublisher service;
    private final EffectiveRttMerger rtt;
    private final ManualRttSource manual;
    private final Clock clock;
    private final WriterElection turn;
    /** Limit of concurrent lists: with few fresh pairs, each reads all. */
    private final ConcurrencyLimit lists = new ConcurrencyLimit(4, "Round-trip times are being listed for others");

    RttController(
            RttStorePublisher service,
            EffectiveRttMerger rtt,
            ManualRttSource manual,
            Clock clock,
            WriterElection turn) {
        this.service = service;
        this.rtt = rtt;
        this.manual = manual;
        this.clock = clock;
        this.turn = turn;
    }

    /**
     * Pairs by sender, then receiver, both by zone and in each in natural order.
     *
     * @param fresh leaves out what is too old
     * @param after the pair after which the page begins, {@code from/to}
     */
    @GetMapping
    @RequiresPermission(verb = "list", resource = "roundtriptimes")
    Page<RttResponse> list(
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(defaultValue = "false") boolean fresh,
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        NodeNameValidator.Pair begin = after == null ? null : NodeNameValidator.token(after);
        Instant now = clock.instant();
        return lists.take(() -> {
            Stream<RttResponse> rest = senders(from, begin).flatMap(sender -> receivers(sender, to, begin)
                    .filter(value -> !fresh || !value.getValue().observed().staleAt(now))
                    .map(value ->
                            RttResponse.of(new NodeNameValidator.Pair(sender, value.getKey()), value.getValue(), now)));
            return Page.of(rest, limit, view -> NodeNameValidator.token(view.from(), view.to()), view -> view);
        });
    }

    private Stream<String> senders(@Nullable String from, NodeNameValidator.@Nullable Pair after) {
        Stream<String> all = from == null ? rtt.names().stream().sorted(ORDER) : Stream.of(from);
        return after == null ? all : all.filter(sender -> ORDER.compare(sender, after.from()) >= 0);
    }

    private Stream<Map.Entry<String, RoundTripTime>> receivers(
            String sender, @Nullable String to, NodeNameValidator.@Nullable Pair after) {
        SortedMap<String, RoundTripTime> row = new TreeMap<>(ORDER);
        if (to == null) {
            row.putAll(rtt.row(sender));
        } else {
            rtt.find(sender, to).ifPresent(value -> row.put(to, value));
        }
        if (after != null && sender.equals(after.from())) {
            return row.tailMap(after.to()).entrySet().stream()
                    .filter(each -> !each.getKey().equals(after.to()));
        }
        return row.entrySet().stream();
    }

    @GetMapping("/{from}/{to}")
    @RequiresPermission(verb = "get", resource = "roundtriptimes")
    RttResponse get(@PathVariable String from, @PathVariable String to) {
        NodeNameValidator.Pair pair = NodeNameValidator.pair(from, to);
        RoundTripTime value = rtt.find(pair.from(), pair.to())
                .orElseThrow(
                        () -> new NotFoundException("No round-trip time from " + from + " to " + to + " is known"));
        return RttResponse.of(pair, value, clock.instant());
    }

    /**
     * Puts one pair by hand. It holds until the file's own value of that pair changes, or it is deleted. Answers 202,
     * not 200, if the store is unreachable: the value holds here, and is published when the store is back.
     */
    @PutMapping("/{from}/{to}")
    @RequiresPermission(verb = "update", resource = "roundtriptimes")
    ResponseEntity<RttResponse> put(
            @PathVariable String from, @PathVariable String to, @RequestBody ManualRttRequest body) {
        turn.requireNoOther();
        NodeNameValidator.pair(from, to);
        requireNode("from", from);
        requireNode("to", to);
        manual.put(from, to, body.value(manual.observed()));
        boolean published = service.publish(from, to);
        return ResponseEntity.status(published ? HttpStatus.OK : HttpStatus.ACCEPTED)
                .body(get(from, to));
    }

    /** Takes back what was put by hand, if anything was: the file's value of that pair holds again. */
    @DeleteMapping("/{from}/{to}")
    @RequiresPermission(verb = "delete", resource = "roundtriptimes")
    ResponseEntity<Void> delete(@PathVariable String from, @PathVariable String to) {
        turn.requireNoOther();
        NodeNameValidator.pair(from, to);
        manual.remove(from, to);
        boolean published = service.publish(from, to);
        return ResponseEntity.status(published ? HttpStatus.NO_CONTENT : HttpStatus.ACCEPTED)
                .build();
    }

    private void requireNode(String field, String name) {
        if (!manual.mayBeNode(name)) {
            throw new InvalidInputException(field, name, "a node of the cluster");
        }
    }
}
