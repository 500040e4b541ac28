package dev.edgewise.networkprobe.estimation;

/** Where a site is: position and height in ms, and the relative error it has. The array is not changed by anyone. */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and there are thousands.
record Coordinate(double[] position, double height, double error) {}
