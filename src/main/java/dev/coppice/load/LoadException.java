package dev.coppice.load;

/**
 * Thrown to end the load with an error. The exception's message says where in the file the error is and what caused it.
 * No stack trace is printed.
 */
final class LoadException extends RuntimeException {

    LoadException(String message) {
        super(message);
    }

    LoadException(String place, String message) {
        super(place + ": " + message);
    }
}
