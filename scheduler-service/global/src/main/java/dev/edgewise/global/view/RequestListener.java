package dev.edgewise.global.view;

import dev.edgewise.global.model.GlobalRequest;

/** Receives the changes of requests, in their order. It must not block. */
public interface RequestListener {
    /** @param request as it is now, new or changed */
    void changed(GlobalRequest request);

    /** @param last as it was before it was deleted */
    void deleted(GlobalRequest last);
}
