package dev.coppice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of RFC 7396, Appendix A, as far as they are objects. */
class MergePatchTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":\"b\"} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"b\"} | {\"b\":\"c\"} | {\"a\":\"b\",\"b\":\"c\"}",
                "{\"a\":\"b\"} | {\"a\":null} | {}",
                "{\"a\":\"b\",\"b\":\"c\"} | {\"a\":null} | {\"b\":\"c\"}",
                "{\"a\":[\"b\"]} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"c\"} | {\"a\":[\"b\"]} | {\"a\":[\"b\"]}",
                "{\"a\":{\"b\":\"c\"}} | {\"a\":{\"b\":\"d\",\"c\":null}} | {\"a\":{\"b\":\"d\"}}",
                "{\"a\":[{\"b\":\"c\"}]} | {\"a\":[1]} | {\"a\":[1]}",
                "{\"e\":null} | {\"a\":1} | {\"e\":null,\"a\":1}",
                "{} | {\"a\":{\"bb\":{\"ccc\":null}}} | {\"a\":{\"bb\":{}}}",
                "{\"n\":1.50} | {\"m\":1e400} | {\"n\":1.50,\"m\":1e400}",
                "{\"a\":1} | {\"a\":{}} | {\"a\":{}}"
            })
    void mergesLikeTheRfc(String target, String patch, String result) {
        assertEquals(result, text(MergePatch.apply(utf8(target), utf8(patch))));
    }

    @Test
    void memberNamesAreEscaped() {
        assertEquals(
                "{\"\\\"\\\\\\u0000\":{\"é\":1}}",
                text(MergePatch.apply(utf8("{}"), utf8("{\"\\\"\\\\\\u0000\":{\"é\":1}}"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | MALFORMED",
                "1 | MALFORMED",
                "{\"a\":1 | MALFORMED",
                "{}{} | MALFORMED",
                "{\"a\":{}}] | MALFORMED",
                "{\"a\":1,\"a\":2} | INVALID",
                "{\"a\":{\"b\":{},\"b\":1}} | INVALID",
                "{\"\\ud800\":1} | INVALID",
                "{\"a\":{\"\\udfff\":{}}} | INVALID",
                "{\"a\":\"\\ud800\"} | INVALID"
            })
    void invalidObjectIsRefused(String json, Code code) {
        var empty = utf8("{}");
        assertEquals(
                code,
                assertThrows(Problem.class, () -> MergePatch.apply(empty, utf8(json)))
                        .code());
        assertEquals(
                code,
                assertThrows(Problem.class, () -> MergePatch.apply(utf8(json), empty))
                        .code());
    }

    @Test
    void deepObjectsNeedNoRecursion() {
        var deep = "{\"a\":".repeat(999) + "1" + "}".repeat(999);
        assertEquals(deep, text(MergePatch.apply(utf8("{}"), utf8(deep))));
    }

    @Test
    void scalarsOmitNullsAndNestedValues() {
        assertEquals(
                Map.of("s", "é", "n", "1.50", "t", "true"),
                MergePatch.scalars(utf8("{\"s\":\"é\",\"n\":1.50,\"t\":true,\"z\":null,\"o\":{\"s\":1},\"a\":[1]}")));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
