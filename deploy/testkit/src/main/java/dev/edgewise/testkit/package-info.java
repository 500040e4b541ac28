/** What runs beside a test, a benchmark or the sandbox: processes, Redis, control planes. */
@NullMarked
package dev.edgewise.testkit;

import org.jspecify.annotations.NullMarked;
