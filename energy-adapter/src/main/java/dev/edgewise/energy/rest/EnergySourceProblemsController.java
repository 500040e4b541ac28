package dev.edgewise.energy.rest;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.common.web.Page;
import dev.edgewise.energy.readings.EnergySource;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Returns all that is wrong with the sources now; health and log have the first few. */
@RestController
@OnLeader
@RequestMapping("/api/v1/problems")
class EnergySourceProblemsController {
    private final List<EnergySource> sources;

    EnergySourceProblemsController(List<EnergySource> sources) {
        this.sources = List.copyOf(sources);
    }

    /** One problem of a source. */
    record ProblemResponse(String source, String problem) {}

    private record Numbered(int number, ProblemResponse problem) {}

    /**
     * Returns the problems of all sources, which only the leader asks.
     *
     * @param after how many come before those of this page
     */
    @GetMapping
    @RequiresPermission(verb = "list", resource = "energyreadings")
    Page<ProblemResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", defaultValue = "0") int after) {
        if (after < 0) {
            throw new InvalidInputException("continue", after, "what the page before says");
        }
        List<Numbered> all = new ArrayList<>();
        for (EnergySource source : sources) {
            source.problems()
                    .forEach(problem -> all.add(new Numbered(
                            all.size() + 1, new ProblemResponse(source.source().published(), problem))));
        }
        return Page.of(all.stream().skip(after), limit, each -> Integer.toString(each.number()), Numbered::problem);
    }
}
