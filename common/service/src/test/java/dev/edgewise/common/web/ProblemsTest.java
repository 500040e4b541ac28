package dev.edgewise.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.startsWith;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.edgewise.common.signal.SignalStoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

class ProblemsTest {
    enum Colour {
        RED,
        GREEN
    }

    record Inner(Integer count) {}

    record Body(Inner inner, Colour colour) {
        Body {
            if (inner != null && inner.count() != null && inner.count() < 0) {
                throw new InvalidInputException("inner.count", inner.count(), "0 or more");
            }
        }
    }

    @RestController
    static class Sample {
        @GetMapping("/things/{name}")
        String thing(@PathVariable String name) throws IOException {
            switch (name) {
                case "away" -> throw new SignalStoreUnavailableException("Redis could not read", new Exception());
                case "wanted" -> throw new BusyException("Others are served", Duration.ofSeconds(5));
                case "slow" -> throw new IOException("Connection reset by peer");
                case "bug" -> throw new IllegalStateException("secret detail, logged by this test on purpose");
                default -> throw new NotFoundException("No thing " + name);
            }
        }

        @GetMapping("/colours")
        Colour colour(@RequestParam Colour colour) {
            return colour;
        }

        @PostMapping("/things")
        Body add(@RequestBody Body body) {
            return body;
        }
    }

    private final MockMvc mvc = MockMvcBuilders.standaloneSetup(new Sample())
            .setControllerAdvice(new Problems())
            .setMessageConverters(new StrictJsonConverter(JsonMapper.builder()
                    .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
                    .build()))
            .build();

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aClientThatGoesIsNoErrorOfOurs(CapturedOutput log) throws Exception {
        mvc.perform(get("/things/slow")).andExpect(status().isRequestTimeout());
        assertThat(log).doesNotContain("A request failed");
    }

    @Test
    void whoHasToWaitIsAskedToComeAgain() throws Exception {
        mvc.perform(get("/things/wanted"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(content().contentType(MediaType.APPLICATION_PROBLEM_JSON))
                .andExpect(header().string("Retry-After", "5"))
                .andExpect(jsonPath("$.detail").value("Others are served; try again in 5 s"));
    }

    private ResultActions add(String json) throws Exception {
        return mvc.perform(
                        post("/things").contentType(MediaType.APPLICATION_JSON).content(json))
                .andExpect(content().contentType(MediaType.APPLICATION_PROBLEM_JSON));
    }

    @Test
    void whatIsNotThereIs404() throws Exception {
        mvc.perform(get("/things/x"))
                .andExpect(status().isNotFound())
                .andExpect(content().contentType(MediaType.APPLICATION_PROBLEM_JSON))
                .andExpect(jsonPath("$.detail").value("No thing x"));
    }

    @Test
    void aStoreThatIsAwayIs503() throws Exception {
        mvc.perform(get("/things/away"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(jsonPath("$.detail").value("Redis could not read; try again later"));
    }

    @Test
    void ourOwnFaultsAre500WithoutTheirDetails() throws Exception {
        mvc.perform(get("/things/bug"))
                .andExpect(status().isInternalServerError())
                .andExpect(jsonPath("$.detail").value("Internal error; the log of the service has the cause"));
    }

    @Test
    void malformedJsonIs400WithItsPlace() throws Exception {
        add("{\n \"inner\": }")
                .andExpect(status().isBadRequest())
                .andExpect(
                        jsonPath("$.detail")
                                .value(
                                        startsWith(
                                                "The body is not the JSON that is expected at line 2, column 11: Unexpected character")));
    }

    @Test
    void anEmptyBodyIs400() throws Exception {
        add("").andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.detail").value("The request needs a JSON body"));
    }

    @Test
    void aValueOfTheWrongTypeIs400WithFieldValueAndWhatIsAllowed() throws Exception {
        add("{\"inner\": {\"count\": \"many\"}}")
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.field").value("inner.count"))
                .andExpect(jsonPath("$.value").value("many"))
                .andExpect(jsonPath("$.allowed").value("a whole number"));
        add("{\"colour\": \"BLUE\"}").andExpect(jsonPath("$.allowed").value("one of RED, GREEN"));
    }

    @Test
    void aMisspelledFieldIs422WithThoseThatAreKnown() throws Exception {
        add("{\"colour\": \"RED\", \"inner\": {\"cuont\": 1}}")
                .andExpect(status().isUnprocessableContent())
                .andExpect(jsonPath("$.field").value("inner.cuont"))
                .andExpect(jsonPath("$.detail").value("inner.cuont is an unknown field: it must be one of count"));
        add("{\"color\": \"RED\"}")
                .andExpect(jsonPath("$.field").value("color"))
                .andExpect(jsonPath("$.allowed").value("one of colour, inner"));
    }

    @Test
    void aValueThatIsNotAllowedIs422() throws Exception {
        add("{\"inner\": {\"count\": -3}}")
                .andExpect(status().isUnprocessableContent())
                .andExpect(jsonPath("$.detail").value("inner.count is -3: it must be 0 or more"))
                .andExpect(jsonPath("$.value").value("-3"));
    }

    @Test
    void aParameterOfTheWrongTypeIs400() throws Exception {
        mvc.perform(get("/colours?colour=BLUE"))
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.detail").value("colour is BLUE: it must be one of RED, GREEN"));
    }
}
