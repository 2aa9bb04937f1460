package dev.coppice.boot;

import io.undertow.server.ServerConnection;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;
import org.xnio.channels.StreamSourceChannel;
import org.xnio.conduits.AbstractStreamSinkConduit;
import org.xnio.conduits.StreamSinkConduit;

/**
 * The answer to a request; a worker thread waits for a client that does not read it no longer than {@link WaitAllowance}
 * permits. Event streams are written without a waiting thread and stay unchanged.
 */
final class TimedSink extends AbstractStreamSinkConduit<StreamSinkConduit> {
    private final ServerConnection connection;
    private final WaitingClients clients;
    private final WaitAllowance allowance;

    /** Ends waits over TLS, for which Undertow's {@code SslConduit} ignores the time; null without TLS. */
    private final XnioExecutor timer;

    TimedSink(StreamSinkConduit next, ServerConnection connection, WaitingClients clients, WaitAllowance allowance) {
        super(next);
        this.connection = connection;
        this.clients = clients;
        this.allowance = allowance;
        this.timer = connection.getSslSessionInfo() == null ? null : connection.getIoThread();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int count = next.write(source);
        allowance.moved(count);
        return count;
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        return counted(next.write(sources, offset, length));
    }

    @Override
    public int writeFinal(ByteBuffer source) throws IOException {
        int count = next.writeFinal(source);
        allowance.moved(count);
        return count;
    }

    @Override
    public long writeFinal(ByteBuffer[] sources, int offset, int length) throws IOException {
        return counted(next.writeFinal(sources, offset, length));
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        return counted(next.transferFrom(source, position, count));
    }

    @Override
    public long transferFrom(StreamSourceChannel source, long count, ByteBuffer throughBuffer) throws IOException {
        return counted(next.transferFrom(source, count, throughBuffer));
    }

    @Override
    public void awaitWritable() throws IOException {
        await(Long.MAX_VALUE);
    }

    @Override
    public void awaitWritable(long time, TimeUnit unit) throws IOException {
        await(unit.toNanos(time));
    }

    /** Closes the connection if the client is too slow: the client must not take a part of the answer for the whole. */
    private void await(long nanos) throws IOException {
        try {
            clients.await(allowance, nanos, next::awaitWritable, timer);
        } catch (SocketTimeoutException e) {
            IoUtils.safeClose(connection);
            throw e;
        }
    }

    private long counted(long count) {
        allowance.moved(count);
        return count;
    }
}
