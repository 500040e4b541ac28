/** What tests against an API server share, in every service. */
package dev.edgewise.kubernetes.testing;
