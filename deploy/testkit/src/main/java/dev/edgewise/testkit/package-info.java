/** Processes beside a test, a benchmark or the sandbox: services, Redis, control planes. */
@NullMarked
package dev.edgewise.testkit;

import org.jspecify.annotations.NullMarked;
