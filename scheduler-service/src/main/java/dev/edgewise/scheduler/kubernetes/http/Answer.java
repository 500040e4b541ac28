package dev.edgewise.scheduler.kubernetes.http;

/**
 * A complete answer.
 *
 * @param code HTTP status
 * @param type content type; empty if there is none
 */
public record Answer(int code, String type, byte[] body) {}
