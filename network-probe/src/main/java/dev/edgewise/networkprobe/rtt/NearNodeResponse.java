package dev.edgewise.networkprobe.rtt;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A node by its distance from another one, in the form of the prototype's worker agent.
 *
 * @param ip the address at which its agent is reached; empty if it has none
 * @param latency median round-trip time in ms
 */
record NearNodeResponse(
        @JsonProperty("node_name") String name,
        @JsonProperty("node_ip") String ip,
        @JsonProperty("latency") double latency) {}
