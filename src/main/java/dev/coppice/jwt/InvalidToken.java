package dev.coppice.jwt;

/**
 * Thrown if an access token is not valid. The message states the reason, for tests and logs. Clients do not get the
 * message.
 */
public class InvalidToken extends Exception {
    private static final long serialVersionUID = 1;

    InvalidToken(String reason) {
        super(reason);
    }
}
