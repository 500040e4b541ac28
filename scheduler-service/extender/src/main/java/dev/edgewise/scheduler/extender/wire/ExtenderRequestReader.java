package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ExtenderVerb#FILTER} and {@link ExtenderVerb#PRIORITIZE} are sent: of nodes their names only.
 * Serves one body.
 */
public final class ExtenderRequestReader {
    /** The maximum number of nodes, ten times what Kubernetes supports. */
    public static final int MAX_NODES = 50_000;

    private final RequestBody body;
    private @Nullable RequestPod pod;
    private @Nullable NodeNames names;
    private @Nullable ParsedNodeNames namesOfNodes;
    private List<ByteRange> nodes = List.of();
    /** The name of the node that is being read; null before it is found. */
    private ParsedNodeNames.@Nullable Name ofNode;
    /** Whether the body was tried without a parser, once, as it may have any number of lists. */
    private boolean isCompactTried;

    private ExtenderRequestReader(RequestBody body) {
        this.body = body;
    }

    /** @throws InvalidBodyException naming the first field that is not as it should be */
    public static ExtenderRequest read(RequestBody body) {
        ExtenderRequestReader reader = new ExtenderRequestReader(body);
        JsonCursor.readObject(body, reader::field);
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

    private void field(String name, JsonCursor cursor) {
        switch (JsonCursor.lower(name)) {
            case "pod" -> pod = PodVersionReader.read(cursor);
            case "nodenames" -> names(cursor);
            case "nodes" -> nodes(cursor);
            default -> cursor.skip();
        }
    }

    private void names(JsonCursor cursor) {
        CompactNodeNames compact = isCompactTried ? null : CompactNodeNames.read(body, cursor.begin(), MAX_NODES);
        isCompactTried = true;
        if (compact != null && cursor.endsAfter(compact.list().to())) {
            names = compact;
        } else {
            ParsedNodeNames parsed = new ParsedNodeNames();
            cursor.list("NodeNames", MAX_NODES, i -> parsed.add(name("NodeNames[]", cursor)));
            names = cursor.isNull() ? null : parsed;
        }
    }

    private static ParsedNodeNames.Name name(String path, JsonCursor cursor) {
        int from = cursor.begin();
        String text = cursor.text(path);
        return new ParsedNodeNames.Name(text, new ByteRange(from, cursor.end()));
    }

    private void nodes(JsonCursor cursor) {
        namesOfNodes = cursor.isNull() ? null : forgetNodes();
        cursor.object("Nodes", field -> {
            if (JsonCursor.lower(field).equals("items")) {
                ParsedNodeNames read = forgetNodes();
                cursor.list("Nodes.items", MAX_NODES, i -> node(cursor, i, read));
                namesOfNodes = read;
            } else {
                cursor.skip();
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

    private void node(JsonCursor cursor, int place, ParsedNodeNames read) {
        int from = cursor.begin();
        ofNode = null;
        cursor.object("Nodes.items[" + place + "]", field -> metadata(field, cursor));
        ParsedNodeNames.Name name = ofNode;
        if (name == null) {
            throw new InvalidBodyException("Nodes.items[" + place + "].metadata.name", "missing", "a text");
        }
        read.add(name);
        nodes.add(new ByteRange(from, cursor.end()));
    }

    private void metadata(String field, JsonCursor cursor) {
        if (!field.equals("metadata")) {
            cursor.skip();
            return;
        }
        cursor.object("metadata", inner -> {
            if (inner.equals("name")) {
                ofNode = name("metadata.name", cursor);
            } else {
                cursor.skip();
            }
        });
    }
}
