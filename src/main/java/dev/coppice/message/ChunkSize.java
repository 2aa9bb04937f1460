package dev.coppice.message;

/**
 * Decides how many rows to read with the next statement while messages of a path are selected. Usually these are as
 * many rows as messages are still wanted. After a chunk in which more than half of the messages were deleted, the next
 * chunk has twice as many rows, so a long sequence of deleted messages needs few statements. For one read; not
 * thread-safe.
 */
final class ChunkSize {
    private final int max;
    private int min = 1;

    /**
     * Creates the size for the first chunk.
     *
     * @param max maximum number of rows in a chunk
     */
    ChunkSize(int max) {
        this.max = max;
    }

    /**
     * Returns the number of rows to read next, at least 1.
     *
     * @param wanted number of rows that are enough if none of their messages is deleted, at least 1
     */
    int next(long wanted) {
        return (int) Math.min(max, Math.max(min, wanted));
    }

    /**
     * Records what a chunk contained.
     *
     * @param rows number of rows in the chunk, including those of deleted messages
     * @param live number of messages in the chunk that are not deleted
     */
    void record(int rows, int live) {
        min = 2 * live < rows ? Math.min(max, 2 * rows) : 1;
    }
}
