package dev.coppice.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.bigDecimals;
import static org.quicktheories.generators.SourceDSL.integers;

import dev.coppice.support.CpuTime;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"b\":[true,null]} | { \"b\" : [ true , null ] , \"a\" : 1.0 }",
                "[1e2] | [100]",
                "[0] | [-0.0]",
                "[0.10] | [1e-1]",
                "[1e400] | [10e399]",
                "[1e99999999999999999999] | [10e99999999999999999998]",
                "{\"\\u0061\":\"\\u00e9\"} | {\"a\":\"é\"}",
                "{\"a\":{\"b\":1,\"c\":2}} | {\"a\":{\"c\":2,\"b\":1}}"
            })
    void equalValuesHaveEqualFingerprints(String one, String other) {
        assertArrayEquals(of(one), of(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1] | [\"1\"]",
                "[1,2] | [2,1]",
                "[[1],2] | [[1,2]]",
                "{\"a\":1} | {\"a\":1,\"b\":null}",
                "{\"a\":{\"b\":1}} | {\"a\":{},\"b\":1}",
                "[null] | [\"null\"]",
                "[1] | [-1]",
                "[{}] | [[]]",
                "[\"\\u00e9\"] | [\"e\\u0301\"]"
            })
    void differentValuesHaveDifferentFingerprints(String one, String other) {
        assertFalse(Arrays.equals(of(one), of(other)), one + " and " + other);
    }

    @Test
    void exceptedMembersAreIgnoredOnTheTopLevelOnly() {
        var except = Set.of("createdAt");
        assertArrayEquals(
                Fingerprint.of(utf8("{\"a\":1,\"createdAt\":\"x\"}"), except),
                Fingerprint.of(utf8("{\"a\":1}"), except));
        assertFalse(Arrays.equals(
                Fingerprint.of(utf8("{\"a\":{\"createdAt\":1}}"), except), Fingerprint.of(utf8("{\"a\":{}}"), except)));
    }

    @Test
    void hugeExponentsAndDepthsAreFast() {
        CpuTime.assertAtMost(Duration.ofSeconds(2), () -> {
            of("[1e999999999,1e-999999999]");
            of("[".repeat(1000) + "]".repeat(1000));
        });
    }

    @Test
    void equalDecimalsAreNormalizedAlike() {
        qt().forAll(bigDecimals().ofBytes(12).withScale(7), integers().between(0, 9))
                .checkAssert((number, zeros) -> assertEquals(
                        Fingerprint.decimal(number.toString()),
                        Fingerprint.decimal(
                                number.setScale(number.scale() + zeros).toPlainString())));
        assertEquals(Fingerprint.decimal("1E+3"), Fingerprint.decimal(new BigDecimal("1000").toPlainString()));
    }

    private static byte[] of(String json) {
        return Fingerprint.of(utf8(json), Set.of());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
