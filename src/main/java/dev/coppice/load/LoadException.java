package dev.coppice.load;

/** Ends the load. The message is for the person who started it and says where and what, so no stack trace is needed. */
final class LoadException extends RuntimeException {

    LoadException(String message) {
        super(message);
    }

    LoadException(String place, String message) {
        super(place + ": " + message);
    }
}
