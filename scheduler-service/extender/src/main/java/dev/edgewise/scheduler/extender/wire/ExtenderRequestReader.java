package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what {@link ExtenderVerb#FILTER} and {@link ExtenderVerb#PRIORITIZE} are sent: of nodes their names only. Serves one body. */
public final class ExtenderRequestReader {
    /** The maximum number of nodes, ten times what Kubernetes supports. */
    public static final int MOST_NODES = 50_000;

    private final RequestBody body;
    private @Nullable RequestPod pod;
    private @Nullable NodeNames names;
    private @Nullable ParsedNodeNames namesOfNodes;
    private List<ByteRange> nodes = List.of();
    /** The name of the node that is being read; null before it is found. */
    private ParsedNodeNames.@Nullable Name ofNode;
    /** Whether the body was tried without a parser, once, as it may have any number of lists. */
    private boolean isPlainTried;

    private ExtenderRequestReader(RequestBody body) {
        this.body = body;
    }

    /** @throws InvalidBodyException naming the first field that is not as it should be */
    public static ExtenderRequest read(RequestBody body) {
        ExtenderRequestReader reader = new ExtenderRequestReader(body);
        JsonCursor.through(body, reader::field);
        RequestPod pod = required(reader.pod);
        NodeNames named = reader.names;
        NodeNames ofNodes = reader.namesOfNodes;
        if (named == null && ofNodes != null) {
            return new ExtenderRequest(body, pod, ofNodes, reader.nodes, false);
        }
        return new ExtenderRequest(body, pod, named == null ? new ParsedNodeNames() : named, List.of(), true);
    }

    static RequestPod required(@Nullable RequestPod pod) {
        if (pod == null) {
            throw new InvalidBodyException("Pod", "missing", "a Pod");
        }
        return pod;
    }

    private void field(String name, JsonCursor walk) {
        switch (JsonCursor.lower(name)) {
            case "pod" -> pod = PodVersionReader.read(walk);
            case "nodenames" -> names(walk);
            case "nodes" -> nodes(walk);
            default -> walk.skip();
        }
    }

    private void names(JsonCursor walk) {
        CompactNodeNames plain = isPlainTried ? null : CompactNodeNames.read(body, walk.begin(), MOST_NODES);
        isPlainTried = true;
        if (plain != null && walk.endAfter(plain.list().to())) {
            names = plain;
        } else {
            ParsedNodeNames parsed = new ParsedNodeNames();
            walk.list("NodeNames", MOST_NODES, i -> parsed.add(name("NodeNames[]", walk)));
            names = walk.isNull() ? null : parsed;
        }
    }

    private static ParsedNodeNames.Name name(String path, JsonCursor walk) {
        int from = walk.begin();
        String text = walk.text(path);
        return new ParsedNodeNames.Name(text, new ByteRange(from, walk.end()));
    }

    private void nodes(JsonCursor walk) {
        namesOfNodes = walk.isNull() ? null : forgetNodes();
        walk.object("Nodes", field -> {
            if (JsonCursor.lower(field).equals("items")) {
                ParsedNodeNames read = forgetNodes();
                walk.list("Nodes.items", MOST_NODES, i -> node(walk, i, read));
                namesOfNodes = read;
            } else {
                walk.skip();
            }
        });
    }

    /**
     * Discards the nodes read before: of several lists the last one counts, and the nodes of a list follow each other
     * in the body.
     */
    private ParsedNodeNames forgetNodes() {
        nodes = new ArrayList<>();
        return new ParsedNodeNames();
    }

    private void node(JsonCursor walk, int place, ParsedNodeNames read) {
        int from = walk.begin();
        ofNode = null;
        walk.object("Nodes.items[" + place + "]", field -> metadata(field, walk));
        ParsedNodeNames.Name name = ofNode;
        if (name == null) {
            throw new InvalidBodyException("Nodes.items[" + place + "].metadata.name", "missing", "a text");
        }
        read.add(name);
        nodes.add(new ByteRange(from, walk.end()));
    }

    private void metadata(String field, JsonCursor walk) {
        if (!field.equals("metadata")) {
            walk.skip();
            return;
        }
        walk.object("metadata", inner -> {
            if (inner.equals("name")) {
                ofNode = name("metadata.name", walk);
            } else {
                walk.skip();
            }
        });
    }
}
