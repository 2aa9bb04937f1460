package dev.coppice.load;

/** Ends the load. The message names place and cause for the user, so no stack trace is printed. */
final class LoadException extends RuntimeException {

    LoadException(String message) {
        super(message);
    }

    LoadException(String place, String message) {
        super(place + ": " + message);
    }
}
