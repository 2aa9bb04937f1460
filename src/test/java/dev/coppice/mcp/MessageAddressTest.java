package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageAddressTest {
    @ParameterizedTest
    @CsvSource({
        "'',s,m,s#m",
        "n,s,m,n#s#m",
        "'',a#b,c d,a%23b#c%20d",
        "x%y,é+*~,日,x%25y#%C3%A9%2B%2A~#%E6%97%A5",
        "'',vscode:1,compaction_2,vscode%3A1#compaction_2"
    })
    void idNamesNamespaceSessionAndMessage(String namespace, String session, String message, String id) {
        var address = new MessageAddress(namespace, session, message);
        assertEquals(id, address.id());
        assertEquals(address, MessageAddress.of(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "a#b#c#d", "s#%", "s#%zz", "%c#m"})
    void otherTextsAreRefused(String id) {
        assertEquals(
                Problem.Code.INVALID_ID,
                assertThrows(Problem.class, () -> MessageAddress.of(id)).code());
    }

    @Test
    void plusIsNoSpace() {
        assertEquals("a+b", MessageAddress.of("a+b#m").session());
    }

    @Test
    void linkNamesTheMessage() {
        assertEquals(
                "http://h/console/#/sessions/a%2Fb/messages/m?namespace=n%26",
                ConsoleLink.to("http://h", new MessageAddress("n&", "a/b", "m")));
        assertEquals(
                "http://h/console/#/sessions/a/messages/m",
                ConsoleLink.to("http://h", new MessageAddress("", "a", "m")));
    }
}
