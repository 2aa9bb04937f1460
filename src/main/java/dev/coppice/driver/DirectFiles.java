package dev.coppice.driver;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * File system {@code direct:} of H2. Like H2's {@code async:}, it keeps a file open if a thread that uses it is
 * interrupted: the server interrupts threads, and Java then closes the file channels that they use. Unlike
 * {@code async:}, a thread reads and writes by itself, see {@link DirectFile}. On Windows it is {@code async:}, because
 * there a lock on one open file excludes the other ones of its process. H2 creates the objects, and requires a public
 * class with a public constructor for that. Thread-safe.
 */
public final class DirectFiles extends FilePathWrapper {
    private static final boolean IS_WINDOWS = File.separatorChar == '\\';

    /** Makes the file system known to H2. */
    static void register() {
        FilePath.register(new DirectFiles());
    }

    @Override
    public String getScheme() {
        return "direct";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        var path = getBase().toString();
        return IS_WINDOWS ? FilePath.get("async:" + path).open(mode) : new DirectFile(path, mode);
    }
}
