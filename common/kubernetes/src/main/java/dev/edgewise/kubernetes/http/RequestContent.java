package dev.edgewise.kubernetes.http;

/**
 * The body of a request.
 *
 * @param type content type
 */
public record RequestContent(String type, String text) {}
