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
 * The output of a response. If the client does not read it, a worker thread waits for the client only as long as
 * {@link WaitAllowance} permits. Event streams are not affected, because no thread waits while they are written.
 */
final class TimedSink extends AbstractStreamSinkConduit<StreamSinkConduit> {
    private final ServerConnection connection;
    private final WaitingClients clients;
    private final WaitAllowance allowance;

    /**
     * Ends waits over TLS, because Undertow's {@code SslConduit} ignores the time limit of a wait; null without TLS.
     */
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

    /**
     * Waits until the client accepts data, at most {@code nanos} nanoseconds. Closes the connection if the client is
     * too slow, so that the client does not take a part of the response for the whole.
     */
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
