package dev.coppice.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import org.xnio.channels.StreamSinkChannel;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.StreamSourceConduit;

/**
 * The input of a request's body. A worker thread waits for bytes of the body only as long as {@link WaitAllowance}
 * permits. If the client is too slow, reading fails, and the application answers 408. The same happens if the body is
 * still incomplete some time after the beginning of the server's stop, however fast the client is.
 */
final class TimedSource extends AbstractStreamSourceConduit<StreamSourceConduit> {
    private final WaitingClients clients;
    private final WaitAllowance allowance;

    TimedSource(StreamSourceConduit next, WaitingClients clients, WaitAllowance allowance) {
        super(next);
        this.clients = clients;
        this.allowance = allowance;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        clients.checkOpen();
        int count = next.read(target);
        allowance.moved(count);
        return count;
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        clients.checkOpen();
        return counted(next.read(targets, offset, length));
    }

    @Override
    public long transferTo(long position, long count, FileChannel target) throws IOException {
        clients.checkOpen();
        return counted(next.transferTo(position, count, target));
    }

    @Override
    public long transferTo(long count, ByteBuffer throughBuffer, StreamSinkChannel target) throws IOException {
        clients.checkOpen();
        return counted(next.transferTo(count, throughBuffer, target));
    }

    @Override
    public void awaitReadable() throws IOException {
        clients.await(allowance, Long.MAX_VALUE, next::awaitReadable, null);
    }

    @Override
    public void awaitReadable(long time, TimeUnit unit) throws IOException {
        clients.await(allowance, unit.toNanos(time), next::awaitReadable, null);
    }

    private long counted(long count) {
        allowance.moved(count);
        return count;
    }
}
