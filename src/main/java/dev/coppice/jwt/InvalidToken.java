package dev.coppice.jwt;

/** Thrown if an access token is not valid. The message says why, for tests and logs; clients do not get it. */
public class InvalidToken extends Exception {
    private static final long serialVersionUID = 1;

    InvalidToken(String reason) {
        super(reason);
    }
}
