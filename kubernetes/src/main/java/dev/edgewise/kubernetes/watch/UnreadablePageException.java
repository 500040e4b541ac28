package dev.edgewise.kubernetes.watch;

import java.io.IOException;

/** A page of a list that breaks off, or is no JSON from some object on. */
final class UnreadablePageException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient JsonEncoding.Page page;

    /** @param page what the page said of itself before that object */
    UnreadablePageException(JsonEncoding.Page page, IOException cause) {
        super(Problem.of(cause), cause);
        this.page = page;
    }

    JsonEncoding.Page page() {
        return page;
    }
}
