/** The ledger of a namespace: which Scheduling holds which testbed and jobs, and which run of a job has which slots. */
@NullMarked
package dev.edgewise.scheduler.slots.claims;

import org.jspecify.annotations.NullMarked;
