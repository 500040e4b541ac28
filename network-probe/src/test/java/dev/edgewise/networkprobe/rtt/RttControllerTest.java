package dev.edgewise.networkprobe.rtt;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.edgewise.common.signal.publish.LockedWriterElection;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.testing.HeldByAnother;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.web.Problems;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class RttControllerTest {
    private final WriterElection turn = new LockedWriterElection(
            "rtt", new HeldByAnother(), "self/1", new SteadyTime(new ManualTicker(), Clock.systemUTC()));
    private final MockMvc http = MockMvcBuilders.standaloneSetup(
                    new RttController(null, null, null, Clock.systemUTC(), turn))
            .setControllerAdvice(new Problems())
            .build();

    @Test
    void whoStandsByTakesNothingThatIsPutOrDeletedByHand() throws Exception {
        turn.isOurs();

        isRefused(put("/api/v1/rtt/a/b")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"p50Ms\":1,\"p95Ms\":1,\"p99Ms\":1}"));
        isRefused(delete("/api/v1/rtt/a/b"));
    }

    private void isRefused(RequestBuilder request) throws Exception {
        http.perform(request)
                .andExpect(status().isServiceUnavailable())
                .andExpect(header().string("Connection", "close"));
    }
}
