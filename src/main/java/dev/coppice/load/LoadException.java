package dev.coppice.load;

/**
 * Ends the load with an error. The message tells the user the place in the file and the cause; no stack trace is
 * printed.
 */
final class LoadException extends RuntimeException {

    LoadException(String message) {
        super(message);
    }

    LoadException(String place, String message) {
        super(place + ": " + message);
    }
}
