package dev.edgewise.networkprobe.coordinator.web;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.edgewise.common.signal.publish.LockedWriterElection;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.testing.HeldByAnother;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.web.Problems;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Refusals of a standby need no coordinator. */
class StandingByTest {
    private final SteadyTime time = new SteadyTime(new ManualTicker(), Clock.systemUTC());
    private final WriterElection turn = new LockedWriterElection("rtt", new HeldByAnother(), "self/1", time);
    private final MockMvc http = MockMvcBuilders.standaloneSetup(
                    new ReprobeController(null, new NodeDirectory(), time, turn),
                    new AgentsController(null, null, null, time, turn))
            .setControllerAdvice(new Problems())
            .build();

    @BeforeEach
    void learnWhoWrites() {
        turn.isOurs();
    }

    @Test
    void whatSomebodyAsksForIsNotTaken() throws Exception {
        isRefused(json("/api/v1/rtt:reprobe", "{\"from\":\"a\",\"to\":[\"b\"]}"));
    }

    @Test
    void agentsAreSentToTheOther() throws Exception {
        isRefused(get("/api/v1/peers/a"));
        isRefused(json("/api/v1/reports/a", "{}"));
    }

    private static RequestBuilder json(String path, String body) {
        return post(path).contentType(MediaType.APPLICATION_JSON).content(body);
    }

    private void isRefused(RequestBuilder request) throws Exception {
        http.perform(request)
                .andExpect(status().isServiceUnavailable())
                .andExpect(header().string("Connection", "close"))
                .andExpect(jsonPath("$.detail").value("This process stands by: send the request to other/1"));
    }
}
