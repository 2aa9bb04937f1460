package dev.coppice.contract;

import dev.coppice.support.Databases;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test of random writes once for each seed. {@code mvn verify} runs every other seed on H2, and the rest on
 * MariaDB. With {@code -Dcoppice.seeds=n} a test runs all its seeds, and {@code n} new ones.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ArgumentsSource(Seeds.OfDatabase.class)
@interface Seeds {
    long[] value();

    /** The seeds of the database under test. */
    final class OfDatabase extends AnnotationBasedArgumentsProvider<Seeds> {
        private static final int NEW = Integer.getInteger("coppice.seeds", -1);

        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, Seeds annotation) {
            var seeds = annotation.value();
            return (NEW < 0 ? everyOther(seeds) : withNewOnes(seeds)).mapToObj(Arguments::of);
        }

        private static LongStream everyOther(long[] seeds) {
            int remainder = Databases.areOnServer() ? 1 : 0;
            return IntStream.range(0, seeds.length)
                    .filter(i -> i % 2 == remainder)
                    .mapToLong(i -> seeds[i]);
        }

        /** New ones are six digits long, so that they can be read out. */
        private static LongStream withNewOnes(long[] seeds) {
            return LongStream.concat(LongStream.of(seeds), new Random().longs(NEW, 100_000, 1_000_000));
        }
    }
}
