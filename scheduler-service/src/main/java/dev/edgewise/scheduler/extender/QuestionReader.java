package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Verb#FILTER} and {@link Verb#PRIORITIZE} are sent: of nodes their names only. Serves one body. */
final class QuestionReader {
    /** Ten times as many as Kubernetes supports. */
    static final int MOST_NODES = 50_000;

    private final Body body;
    private final NameTable known;
    private @Nullable SentPod pod;
    private @Nullable NameList names;
    private @Nullable Part list;
    private @Nullable NameList namesOfNodes;
    private List<Part> nodes = List.of();
    /** Of the node that is read; null before it is found. */
    private @Nullable Name ofNode;

    private QuestionReader(Body body, NameTable known) {
        this.body = body;
        this.known = known;
    }

    /**
     * Reads a body.
     *
     * @param known names that were read before
     * @throws WrongBodyException naming the first field that is not as it should be
     */
    static Question read(Body body, NameTable known) {
        QuestionReader reader = new QuestionReader(body, known);
        Walk.through(body, reader::field);
        SentPod pod = required(reader.pod);
        NameList named = reader.names;
        NameList ofNodes = reader.namesOfNodes;
        if (named == null && ofNodes != null) {
            return new Question(body, pod, ofNodes, reader.nodes, false, null);
        }
        NameList names = named == null ? new NameList() : named;
        return new Question(body, pod, names, List.of(), true, reader.list);
    }

    static SentPod required(@Nullable SentPod pod) {
        if (pod == null) {
            throw new WrongBodyException("Pod", "missing", "a Pod");
        }
        return pod;
    }

    private void field(String name, Walk walk) {
        switch (Walk.lower(name)) {
            case "pod" -> pod = PodVersionReader.read(walk);
            case "nodenames" -> names(walk);
            case "nodes" -> nodes(walk);
            default -> walk.skip();
        }
    }

    private void names(Walk walk) {
        int from = walk.begin();
        NameList read = new NameList();
        int end = read.readPlain(body, from, MOST_NODES, known);
        if (end == NameList.NONE || !walk.endAfter(end)) {
            read = parsedNames(walk);
            end = walk.end();
        }
        boolean isGiven = !walk.isNull();
        names = isGiven ? read : null;
        list = isGiven ? new Part(from, end) : null;
    }

    private NameList parsedNames(Walk walk) {
        NameList read = new NameList();
        walk.list("NodeNames", MOST_NODES, i -> read.add(name("NodeNames[]", walk)));
        return read;
    }

    private Name name(String path, Walk walk) {
        int from = walk.begin();
        String text = walk.text(path);
        return Name.of(text, body.bytes(), from, walk.end());
    }

    private void nodes(Walk walk) {
        NameList read = new NameList();
        namesOfNodes = walk.isNull() ? null : read;
        nodes = new ArrayList<>();
        walk.object("Nodes", field -> {
            if (Walk.lower(field).equals("items")) {
                walk.list("Nodes.items", MOST_NODES, i -> node(walk, i, read));
            } else {
                walk.skip();
            }
        });
    }

    private void node(Walk walk, int place, NameList read) {
        int from = walk.begin();
        ofNode = null;
        walk.object("Nodes.items[" + place + "]", field -> metadata(field, walk));
        Name name = ofNode;
        if (name == null) {
            throw new WrongBodyException("Nodes.items[" + place + "].metadata.name", "missing", "a text");
        }
        read.add(name);
        nodes.add(new Part(from, walk.end()));
    }

    private void metadata(String field, Walk walk) {
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
