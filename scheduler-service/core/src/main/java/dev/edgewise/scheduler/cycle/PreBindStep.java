package dev.edgewise.scheduler.cycle;

/** A step of a module before each binding, after the steps of the scheduler itself. */
public interface PreBindStep extends PreBind {}
