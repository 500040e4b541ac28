package dev.edgewise.kubernetes.http;

/**
 * The body of a request.
 *
 * @param type content type
 */
public record Content(String type, String text) {}
