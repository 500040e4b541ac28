package dev.edgewise.global.remote;

import dev.edgewise.global.model.Problem;

/** Thrown when a field of a member's Secret, kubeconfig or ClusterProfile cannot be used; says which. */
final class MemberProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemberProblemException(String field, String value, String allowed) {
        super(new Problem(field, value, allowed).text());
    }
}
