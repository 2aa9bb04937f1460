package dev.coppice.load;

/**
 * Thrown to end the load with an error. The program prints only the exception's message, which says what is wrong and
 * where, such as {@code line 17: not a JSON object}.
 */
final class LoadException extends RuntimeException {

    LoadException(String message) {
        super(message);
    }

    LoadException(String place, String message) {
        super(place + ": " + message);
    }
}
