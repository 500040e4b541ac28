package dev.edgewise.scheduler.config;

/**
 * What this scheduler leaves at the pods that it binds, for people to read.
 *
 * @param value the same for all replicas that elect a leader
 */
record BinderName(String value) {}
