package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.ListeningSockets;
import dev.coppice.support.SharedServer;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With the default settings, nothing of the server can be reached from another machine. */
@DatabaseNeutral
@EnabledOnOs(OS.LINUX)
class OpenPortsIT extends Contract {
    @Test
    void onlyTheConfiguredPortsAreOpenAndOnlyOnThisMachine() {
        var server = SharedServer.server();
        var open = ListeningSockets.of(server.pid());
        assertTrue(open.stream().allMatch(socket -> socket.getAddress().isLoopbackAddress()), open.toString());
        var ports = open.stream().map(InetSocketAddress::getPort).collect(Collectors.toSet());
        assertTrue(ports.contains(server.httpPort()), open.toString());
        var others = new HashSet<>(ports);
        others.removeAll(Set.of(server.httpPort(), server.managementPort()));
        assertEquals(Set.of(), others);
    }
}
