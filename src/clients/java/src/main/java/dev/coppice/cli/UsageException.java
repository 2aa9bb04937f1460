package dev.coppice.cli;

/** The arguments of the command line are wrong. The message says what to write instead. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
