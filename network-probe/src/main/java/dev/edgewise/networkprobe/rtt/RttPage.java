package dev.edgewise.networkprobe.rtt;

import java.util.List;

/**
 * Some of the pairs, by sender and receiver.
 *
 * @param page which page this is, from 0
 * @param size how many items a full page has
 * @param total how many items there are on all pages
 */
record RttPage(List<RttView> items, int page, int size, long total) {}
