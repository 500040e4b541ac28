/** Fixtures of tests against an API server, shared by all services. */
package dev.edgewise.kubernetes.testing;
