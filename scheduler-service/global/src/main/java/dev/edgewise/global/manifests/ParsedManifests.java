package dev.edgewise.global.manifests;

import dev.edgewise.global.model.Problem;
import java.util.List;

/**
 * The objects of a request, or why they cannot be taken.
 *
 * @param objects in the order of the documents; only to be used if there is no problem
 * @param problems the first ones, at most {@link Problems#MOST}
 */
public record ParsedManifests(List<Manifest> objects, List<Problem> problems) {
    public ParsedManifests {
        objects = List.copyOf(objects);
        problems = List.copyOf(problems);
    }

    public boolean isValid() {
        return problems.isEmpty();
    }
}
