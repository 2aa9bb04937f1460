package dev.coppice.driver;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileLock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.h2.store.fs.FileBaseDefault;

/**
 * A file of {@link DirectFiles}. It is opened as {@code RandomAccessFile}, because an interruption does not close that,
 * and more than once, because one has a single position: once for writes, which run one after the other, as H2's writes
 * do anyway, and as often for reads as threads read at the same time. All stay open until this file is closed, because
 * the system releases the lock of the process when one of them is closed. Thread-safe.
 */
final class DirectFile extends FileBaseDefault {
    private final String path;
    private final RandomAccessFile writes;

    /** The files for reads that no thread is using. */
    private final Queue<RandomAccessFile> reads = new ConcurrentLinkedQueue<>();

    /**
     * Opens a file.
     *
     * @param mode how to open it, as for {@code RandomAccessFile}: with {@code r} it must exist
     */
    DirectFile(String path, String mode) throws IOException {
        this.path = path;
        writes = new RandomAccessFile(path, mode);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        var free = reads.poll();
        var file = free == null ? new RandomAccessFile(path, "r") : free;
        try {
            file.seek(position);
            return read(file, into);
        } finally {
            reads.add(file);
            if (!isOpen()) { // closed meanwhile
                closeReads();
            }
        }
    }

    private static int read(RandomAccessFile file, ByteBuffer into) throws IOException {
        if (into.hasArray()) {
            int length = file.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
            into.position(into.position() + Math.max(0, length));
            return length;
        }
        var bytes = new byte[into.remaining()];
        int length = file.read(bytes);
        into.put(bytes, 0, Math.max(0, length));
        return length;
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        int length = from.remaining();
        if (from.hasArray()) {
            write(from.array(), from.arrayOffset() + from.position(), length, position);
            from.position(from.limit());
        } else {
            var bytes = new byte[length];
            from.get(bytes);
            write(bytes, 0, length, position);
        }
        return length;
    }

    private void write(byte[] bytes, int offset, int length, long position) throws IOException {
        synchronized (writes) {
            writes.seek(position);
            writes.write(bytes, offset, length);
        }
    }

    @Override
    public long size() throws IOException {
        return writes.length();
    }

    @Override
    protected void implTruncate(long size) throws IOException {
        synchronized (writes) {
            if (size < writes.length()) {
                writes.setLength(size);
            }
        }
    }

    @Override
    public void force(boolean metadata) throws IOException {
        writes.getFD().sync();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return writes.getChannel().tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        try (writes) {
            closeReads();
        }
    }

    private void closeReads() throws IOException {
        for (var file = reads.poll(); file != null; file = reads.poll()) {
            file.close();
        }
    }
}
