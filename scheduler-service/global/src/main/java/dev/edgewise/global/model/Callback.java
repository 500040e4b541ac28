package dev.edgewise.global.model;

/**
 * The address that gets the result of a request.
 *
 * @param url of http or https
 * @param secretName the Secret in the request's namespace whose field {@code key} signs; empty for none
 */
public record Callback(String url, String secretName) {}
