package dev.edgewise.global.model;

/** The resources by which clusters are ranked. */
public enum RankedResource {
    CPU,
    MEMORY,
    GPU,
    ALL
}
