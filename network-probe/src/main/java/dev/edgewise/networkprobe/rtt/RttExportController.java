package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The effective round-trip times as a whole: for spreadsheets, for the page, and to be fed back as files. */
@RestController
class RttExportController {
    private final EffectiveRttMerger rtt;
    private final RttExport export;
    private final RttGridBuilder maker;
    private final Clock clock;
    /**
     * Limit of concurrent exports, below the service's 32 threads: an export of 5,000 nodes is 170 MB, and readers may
     * be slow.
     */
    private final ConcurrencyLimit exports = new ConcurrencyLimit(2, "All round-trip times are being sent to others");

    private final ConcurrencyLimit grids = new ConcurrencyLimit(2, "The page is being made for others");

    RttExportController(EffectiveRttMerger rtt, NodeDisplayOrder zones, Clock clock) {
        this.rtt = rtt;
        this.export = new RttExport(rtt);
        this.maker = new RttGridBuilder(rtt, zones);
        this.clock = clock;
    }

    @GetMapping("/api/v1/rtt.csv")
    @RequiresPermission(verb = "list", resource = "roundtriptimes")
    void csv(HttpServletResponse response) throws IOException {
        exports.take(() -> {
            response.setContentType("text/csv;charset=UTF-8");
            export.csv(response.getWriter(), clock.instant());
            return true;
        });
    }

    /**
     * The matrix in the format of the static source; an estimate has its upper bound, a pair that is not known, or does
     * not answer, a day.
     */
    @GetMapping("/api/v1/rtt.matrix")
    @RequiresPermission(verb = "list", resource = "roundtriptimes")
    void matrix(@RequestParam(defaultValue = "p50") String percentile, HttpServletResponse response)
            throws IOException {
        Percentile of;
        try {
            of = Percentile.parse(percentile);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("percentile", percentile, "one of p50, p95, p99");
        }
        exports.take(() -> {
            response.setContentType("text/plain;charset=UTF-8");
            export.matrix(response.getWriter(), rtt.nodes(), of);
            return true;
        });
    }

    /** The row of each node in the matrix. */
    @GetMapping("/api/v1/rtt.metadata")
    @RequiresPermission(verb = "list", resource = "roundtriptimes")
    Map<String, Integer> metadata() {
        Map<String, Integer> rows = new LinkedHashMap<>();
        rtt.nodes().forEach(node -> rows.put(node, rows.size()));
        return rows;
    }

    /** Returns the grid of the page; by zones in a large cluster. */
    @GetMapping("/api/v1/rtt.grid")
    @RequiresPermission(verb = "list", resource = "roundtriptimes")
    RttGridResponse grid() {
        return grids.take(() -> maker.make(clock.instant()));
    }
}
