package dev.edgewise.networkprobe.rtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.security.Needs;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The round-trip times in force as a whole: for spreadsheets, for the page, and to be fed back as files. */
@RestController
class RttExportController {
    private final RttBook book;
    private final RttExport export;
    private final GridMaker grids;
    private final Clock clock;

    RttExportController(RttService service, ObjectProvider<NodeDirectory> directory, Clock clock) {
        this.book = service.book();
        this.export = new RttExport(book);
        NodeDirectory nodes = directory.getIfAvailable(NodeDirectory::new);
        this.grids = new GridMaker(book, nodes::zone);
        this.clock = clock;
    }

    @GetMapping("/api/v1/rtt.csv")
    @Needs(verb = "list", resource = "roundtriptimes")
    void csv(HttpServletResponse response) throws IOException {
        begin(response, "text/csv");
        export.csv(response.getWriter(), clock.instant());
    }

    /** The matrix in the format of the static source; a pair that is not known has a day. Estimates count like the rest. */
    @GetMapping("/api/v1/rtt.matrix")
    @Needs(verb = "list", resource = "roundtriptimes")
    void matrix(@RequestParam(defaultValue = "p50") String percentile, HttpServletResponse response)
            throws IOException {
        Percentile of;
        try {
            of = Percentile.parse(percentile);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("percentile", percentile, "one of p50, p95, p99");
        }
        begin(response, "text/plain");
        export.matrix(response.getWriter(), GridMaker.nodes(book), of);
    }

    /** The row of each node in the matrix. */
    @GetMapping("/api/v1/rtt.metadata")
    @Needs(verb = "list", resource = "roundtriptimes")
    Map<String, Integer> metadata() {
        Map<String, Integer> rows = new LinkedHashMap<>();
        GridMaker.nodes(book).forEach(node -> rows.put(node, rows.size()));
        return rows;
    }

    /** What the page shows; by zones in a large cluster. */
    @GetMapping("/api/v1/rtt.grid")
    @Needs(verb = "list", resource = "roundtriptimes")
    Grid grid() {
        return grids.make(clock.instant());
    }

    private static void begin(HttpServletResponse response, String type) {
        response.setContentType(type);
        response.setCharacterEncoding(UTF_8.name());
    }
}
