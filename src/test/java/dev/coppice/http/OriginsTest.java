package dev.coppice.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginsTest {
    @ParameterizedTest
    @CsvSource({
        ",localhost:8080,true",
        "http://localhost:8080,localhost:8080,true",
        "http://127.0.0.1:8080,127.0.0.1:8080,true",
        "http://[::1]:8080,[::1]:8080,true",
        "https://coppice.example.com,coppice.internal:8080,true",
        "https://other.example.com,localhost:8080,true",
        "http://LOCALHOST,localhost:80,true",
        "http://localhost:80,localhost,true",
        "https://localhost,localhost:80,false",
        "HTTPS://Coppice.Example.com:443,localhost:8080,true",
        "https://OTHER.example.com:443,localhost:8080,true",
        "https://coppice.example.com:80,localhost:8080,false",
        "https://user@coppice.example.com,localhost:8080,false",
        "http://localhost:3000,localhost:8080,false",
        "http://evil.example:8080,evil.example:8080,false",
        "http://localhost.evil.example,localhost.evil.example,false",
        "http://localhost:8080@evil.example,localhost:8080,false",
        "https://coppice.example.com.evil.example,localhost:8080,false",
        "http://coppice.example.com,localhost:8080,false",
        "null,localhost:8080,false",
        "'not a url',localhost:8080,false",
        "'',localhost:8080,false"
    })
    void ownAndAllowedOriginsMayCall(String origin, String host, boolean expected) {
        var allowed = List.of("https://other.example.com");
        assertEquals(expected, Origins.mayCallMcp(origin, host, "https://coppice.example.com/x", allowed));
    }

    @ParameterizedTest
    @CsvSource({"http://a,false", "https://,false", "http://localhost:1,true"})
    void wrongPublicUrlAllowsNothing(String origin, boolean expected) {
        assertEquals(expected, Origins.mayCallMcp(origin, "localhost:1", "https://a b", List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "https://other.example.com,true",
        "https://OTHER.example.com:443,true",
        "http://other.example.com,false",
        "https://other.example.com:8443,false",
        "https://other.example.com.evil.example,false",
        "null,false",
        ",false"
    })
    void listedOriginsMayReadResponses(String origin, boolean expected) {
        assertEquals(expected, Origins.isListed(origin, List.of("https://other.example.com")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*", "https://a.example,*", "null", "a.example", "https://a.example/x", "https://u@a.example"})
    void settingRefusesWhatIsNoOrigin(String origins) {
        assertThrows(IllegalArgumentException.class, () -> Origins.list(origins));
    }

    @Test
    void settingListsOrigins() {
        assertEquals(List.of(), Origins.list(null));
        assertEquals(
                List.of("https://a.example", "http://localhost:3000"),
                Origins.list(" https://a.example , http://localhost:3000,"));
    }
}
