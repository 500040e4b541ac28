package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.extender.Body.Part;
import java.util.ArrayList;
import java.util.List;

/** Names that a parser read, in whatever way they are written. */
final class ParsedNames implements NodeNames {
    private final List<String> texts = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /** @param part of the body, with its quotes */
    void add(String text, Part part) {
        texts.add(text);
        parts.add(part);
    }

    /** Adds the last one of the others. */
    void addLast(ParsedNames others) {
        int last = others.size() - 1;
        add(others.texts.get(last), others.parts.get(last));
    }

    @Override
    public int size() {
        return texts.size();
    }

    @Override
    public int begin(int place) {
        return parts.get(place).from();
    }

    @Override
    public int end(int place) {
        return parts.get(place).to();
    }

    @Override
    public NodeState node(int place, Snapshot snapshot) {
        return snapshot.nodeOrUnknown(texts.get(place));
    }
}
