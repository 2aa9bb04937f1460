package dev.coppice.jwt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the fuzzer starts from valid tokens, too, because it cannot sign one. */
class TokenParsingTest {
    @ParameterizedTest
    @CsvSource({"token-rsa,true", "token-ec,true", "token-none,false", "token-critical,false"})
    void signedInputsAreValid(String file, boolean isValid) throws IOException {
        var input = Files.readAllBytes(Path.of("src/test/resources/fuzz", file));
        var parts = Arrays.copyOfRange(input, 1, input.length);
        assertEquals(isValid, TokenParsing.isValid(TokenParsing.encoded(parts)));
    }
}
