package dev.edgewise.common.prometheus;

import java.time.Instant;
import java.util.Map;

/**
 * One result of a query.
 *
 * @param labels of the series, those that are read
 * @param at when it was scraped, or else evaluated
 * @param value as it came: NaN and infinite values among them
 */
public record Sample(Map<String, String> labels, Instant at, double value) {}
