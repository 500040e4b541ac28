package dev.edgewise.global.remote;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.manifests.ManifestRules;
import dev.edgewise.global.manifests.ParsedManifests;
import dev.edgewise.global.manifests.PodShapes;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Problem;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads and checks the manifests of requests, each once in a while: a request cannot be changed, and an object that it
 * refers to is read again after a minute.
 */
final class RequestPreparation {
    /** The characters of all documents whose objects are kept: a tree takes some ten bytes for each. */
    private static final long MOST_CHARACTERS = 4L * 1024 * 1024;
    /** The weight of a request that has few. */
    private static final int LEAST = 1024;

    private final ManifestTexts texts;
    private final boolean clusterScoped;
    private final Cache<String, Weighed> prepared;

    /**
     * @param clusterScoped whether requests may have objects in no namespace, as far as their account in the member may
     *     create these
     */
    RequestPreparation(ManifestTexts texts, boolean clusterScoped, Ticker ticker) {
        this.texts = texts;
        this.clusterScoped = clusterScoped;
        this.prepared = Caffeine.newBuilder()
                .maximumWeight(MOST_CHARACTERS)
                .weigher((String uid, Weighed one) -> LEAST + one.characters())
                .expireAfterWrite(Duration.ofMinutes(1))
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .build();
    }

    /** @throws dev.edgewise.common.web.BusyException if an object that it refers to cannot be read now */
    PreparedRequestManifests of(GlobalRequest request) {
        Weighed known = prepared.getIfPresent(request.uid());
        if (known == null) {
            ManifestTexts.Text text = texts.read(request);
            known = new Weighed(prepare(request, text), text.documents().length());
            prepared.put(request.uid(), known);
        }
        return known.prepared();
    }

    private record Weighed(PreparedRequestManifests prepared, int characters) {}

    private PreparedRequestManifests prepare(GlobalRequest request, ManifestTexts.Text text) {
        Problem missing = text.problem();
        if (missing != null) {
            return PreparedRequestManifests.broken(missing.text());
        }
        ParsedManifests parsed = ManifestParser.parse(text.field(), text.documents());
        if (!parsed.isValid()) {
            return PreparedRequestManifests.broken(texts(parsed.problems(), text.confidential()));
        }
        List<Problem> refused =
                new ManifestRules(request.spec().targetNamespace(), clusterScoped).problems(parsed.objects());
        PodShapes.Result shapes = PodShapes.of(parsed.objects());
        if (!refused.isEmpty() || !shapes.problems().isEmpty()) {
            return PreparedRequestManifests.broken(
                    texts(refused.isEmpty() ? shapes.problems() : refused, text.confidential()));
        }
        return new PreparedRequestManifests(
                parsed.objects(),
                shapes.shapes(),
                text.confidential(),
                clusterScoped,
                "",
                ManifestHash.of(text.documents(), text.confidential()));
    }

    private static String texts(List<Problem> problems, boolean confidential) {
        return problems.stream()
                .map(problem -> confidential ? problem.withoutValue() : problem)
                .map(Problem::text)
                .collect(Collectors.joining("; "));
    }
}
