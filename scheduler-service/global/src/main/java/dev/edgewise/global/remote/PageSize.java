package dev.edgewise.global.remote;

import dev.edgewise.http.AnswerTooLongException;

/**
 * The number of objects that the next page of a list has: half as many after a page that was too long, and twice as
 * many after one that was not, up to a limit. The objects of tenants may be large.
 */
final class PageSize {
    private final int most;
    private int size;

    PageSize(int most) {
        this.most = most;
        this.size = most;
    }

    int objects() {
        return size;
    }

    /**
     * Halves the size if a page failed because it was too long, and returns whether it did: a page of one object has no
     * half.
     */
    boolean halveIfTooLong(MemberUnreachableException failed) {
        if (size == 1 || !(failed.getCause() instanceof AnswerTooLongException)) {
            return false;
        }
        size /= 2;
        return true;
    }

    void doubleAfterPage() {
        size = Math.min(most, 2 * size);
    }
}
