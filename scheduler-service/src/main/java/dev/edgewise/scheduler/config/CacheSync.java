package dev.edgewise.scheduler.config;

/** Whether the watches have delivered the whole cluster. */
@FunctionalInterface
interface CacheSync {
    boolean isSynced();
}
