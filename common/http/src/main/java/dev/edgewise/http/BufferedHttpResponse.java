package dev.edgewise.http;

/**
 * Response of a server.
 *
 * @param code HTTP status
 * @param tag version of what was asked for, as {@code ETag} has it; empty if the server gives none
 * @param date when it answered, in the form of the {@code Date} header; empty if it does not say so
 * @param body not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record BufferedHttpResponse(int code, String tag, String date, byte[] body) {}
