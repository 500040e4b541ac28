package dev.edgewise.acceptance;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Sums the squares of 1 to 1000, one part in each executor, which takes as many seconds as the argument says; prints
 * the sum and how many executors there were.
 */
public final class SparkSum {
    private static final int NUMBERS = 1000;

    private SparkSum() {}

    public static void main(String[] arguments) {
        int seconds = Integer.parseInt(arguments[0]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            int executors = spark.getConf().getInt("spark.executor.instances", 1);
            List<Integer> numbers = IntStream.rangeClosed(1, NUMBERS).boxed().toList();
            JavaRDD<Part> parts = spark.parallelize(numbers, executors).mapPartitions(each -> {
                long sum = 0;
                while (each.hasNext()) {
                    long number = each.next();
                    sum += number * number;
                }
                TimeUnit.SECONDS.sleep(seconds);
                return List.of(new Part(sum, System.getenv("SPARK_EXECUTOR_POD_NAME"))).iterator();
            });
            List<Part> done = parts.collect();
            long sum = done.stream().mapToLong(Part::sum).sum();
            long pods = done.stream().map(Part::pod).distinct().count();
            System.out.println("sum of squares " + sum + " by " + pods + " executors");
        }
    }

    /** The sum of one part, and the pod that it was made in. */
    private record Part(long sum, String pod) implements Serializable {}
}
