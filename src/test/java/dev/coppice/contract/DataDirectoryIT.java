package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/** The data directory, which the server has created: other users of the machine cannot read it, on any database. */
class DataDirectoryIT extends Contract {
    private static String permissions(String file) throws IOException {
        var path = SharedServer.server().data().resolve(file);
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void dataIsForTheUserOfTheServerOnly() throws IOException {
        assertEquals("rwx------", permissions(""));
        assertEquals("rwx------", permissions("index"));
        assertEquals("rw-------", permissions("token"));
        if (!Databases.areOnServer()) {
            assertEquals("rw-------", permissions("coppice.mv.db"));
        }
    }
}
