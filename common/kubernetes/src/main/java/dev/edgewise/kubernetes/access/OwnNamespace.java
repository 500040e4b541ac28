package dev.edgewise.kubernetes.access;

/**
 * The namespace that the service runs in, or works for.
 *
 * @param name never empty
 */
public record OwnNamespace(String name) {}
