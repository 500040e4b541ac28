package dev.edgewise.acceptance;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Sums the squares of 1 to 1000 in all task managers, which takes as many seconds as the argument says; prints the sum
 * and how many parts it was made of.
 */
public final class FlinkSum {
    private static final int NUMBERS = 1000;

    private FlinkSum() {}

    public static void main(String[] arguments) throws Exception {
        StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
        long micros = TimeUnit.SECONDS.toMicros(Long.parseLong(arguments[0])) * flink.getParallelism() / NUMBERS;
        flink.fromSequence(1, NUMBERS).map(new Square(micros)).sinkTo(new DiscardingSink<>());
        JobExecutionResult result = flink.execute("sum of squares");
        System.out.println("sum of squares " + result.getAccumulatorResult("sum") + " in "
                + result.getAccumulatorResult("parts") + " parts");
    }

    /** Adds squares to the sum of the job. */
    private static final class Square extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1;

        private final long micros;
        private transient LongCounter sum;

        Square(long micros) {
            this.micros = micros;
        }

        @Override
        public void open(OpenContext context) {
            sum = new LongCounter();
            getRuntimeContext().addAccumulator("sum", sum);
            LongCounter parts = new LongCounter();
            getRuntimeContext().addAccumulator("parts", parts);
            parts.add(1);
        }

        @Override
        public Long map(Long number) throws InterruptedException {
            TimeUnit.MICROSECONDS.sleep(micros);
            sum.add(number * number);
            return number * number;
        }
    }
}
