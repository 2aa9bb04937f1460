package dev.coppice.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.agent.ProfileMode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileFieldsTest {
    private static ProfileFields fields(String json) {
        return ProfileFields.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String onto(String found, String before, ProfileMode mode) {
        return new String(fields(found).onto(fields(before), mode).toBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            textBlock =
                    """
                    {"a":1} | {} | {"a":1} | {"a":1}
                    {"a":2} | {"a":1,"b":1.50} | {"a":2,"b":1.50} | {"a":2}
                    {"c":[1]} | {"a":1} | {"a":1,"c":[1]} | {"c":[1]}
                    {"a":{"x":1}} | {"a":{"y":1}} | {"a":{"x":1}} | {"a":{"x":1}}
                    """)
    void updateMergesFieldByFieldAndReplaceOverwrites(String found, String before, String updated, String replaced) {
        assertEquals(updated, onto(found, before, ProfileMode.UPDATE));
        assertEquals(replaced, onto(found, before, ProfileMode.REPLACE));
    }

    @ParameterizedTest
    @EnumSource
    void noFoundFieldChangesNothing(ProfileMode mode) {
        assertEquals("{\"a\":1}", onto("{}", "{\"a\":1}", mode));
    }
}
