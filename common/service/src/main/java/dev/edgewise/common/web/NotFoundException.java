package dev.edgewise.common.web;

/** Thrown when an object that the request's path names does not exist; becomes a 404 problem. */
public class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotFoundException(String message) {
        super(message);
    }
}
