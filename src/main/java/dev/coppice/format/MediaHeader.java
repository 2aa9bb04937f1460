package dev.coppice.format;

import java.util.Base64;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Reads the size of an image or the data rate of a recording from the first bytes of the file. Supports PNG, JPEG, GIF
 * and WebP images, and WAV recordings. Reads at most about {@value #JPEG_BYTES} bytes. Accepts any bytes, even invalid
 * ones. Pure.
 */
final class MediaHeader {
    /**
     * Maximum number of bytes that are read of a JPEG image. It is larger than for other formats because metadata and a
     * preview may precede the image's size.
     */
    private static final int JPEG_BYTES = 256 << 10;

    private static final int BYTES = 64;

    /**
     * Maximum width and height in pixels, inclusive. A larger value is considered an error in the data: no camera makes
     * such images.
     */
    private static final long MAX_SIDE = 1 << 24;

    private static final int CHARACTERS_PER_GROUP = 4;
    private static final int BYTES_PER_GROUP = 3;

    private final byte[] bytes;

    private MediaHeader(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns the number of pixels (width times height) of an image in base64. Empty if its format is unknown or its
     * size is not found.
     */
    static OptionalLong pixels(String base64) {
        var header = new MediaHeader(decoded(base64, BYTES));
        if (header.has(0, "\u0089PNG") && header.bytes.length >= 24) {
            return pixels(header.bigEndian(16, 4), header.bigEndian(20, 4));
        }
        if (header.has(0, "GIF8") && header.bytes.length >= 10) {
            return pixels(header.littleEndian(6, 2), header.littleEndian(8, 2));
        }
        if (header.has(0, "RIFF") && header.has(8, "WEBP") && header.bytes.length >= 30) {
            return header.webp();
        }
        return header.has(0, "\u00ff\u00d8\u00ff")
                ? new MediaHeader(decoded(base64, JPEG_BYTES)).jpeg()
                : OptionalLong.empty();
    }

    /**
     * Returns the bytes per second of a WAV recording in base64; empty for any other format, and if the beginning of
     * the file does not state the rate.
     */
    static OptionalDouble bytesPerSecond(String base64) {
        var header = new MediaHeader(decoded(base64, BYTES));
        boolean isWav = header.has(0, "RIFF") && header.has(8, "WAVE") && header.bytes.length >= 32;
        long rate = isWav ? header.littleEndian(28, 4) : 0;
        return rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
    }

    /**
     * Decodes the beginning of a text in base64 or base64url to about {@code bytes} bytes. Decodes fewer bytes if the
     * text is shorter or becomes invalid.
     */
    private static byte[] decoded(String base64, int bytes) {
        var groups = new StringBuilder();
        int needed = (bytes / BYTES_PER_GROUP + 1) * CHARACTERS_PER_GROUP;
        for (int i = 0; i < base64.length() && groups.length() < needed; i++) {
            char c = base64.charAt(i);
            if (Character.isLetterOrDigit(c) && c < 128 || c == '+' || c == '/') {
                groups.append(c);
            } else if (c == '-' || c == '_') {
                groups.append(c == '-' ? '+' : '/');
            } else if (c > ' ') {
                break;
            }
        }
        groups.setLength(groups.length() - groups.length() % CHARACTERS_PER_GROUP);
        return Base64.getDecoder().decode(groups.toString());
    }

    private static OptionalLong pixels(long width, long height) {
        boolean isPossible = width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;
        return isPossible ? OptionalLong.of(width * height) : OptionalLong.empty();
    }

    private OptionalLong webp() {
        if (has(12, "VP8X")) {
            return pixels(1 + littleEndian(24, 3), 1 + littleEndian(27, 3));
        }
        if (has(12, "VP8L")) {
            long sizes = littleEndian(21, 4);
            return pixels(1 + (sizes & 0x3fff), 1 + (sizes >> 14 & 0x3fff));
        }
        return pixels(littleEndian(26, 2) & 0x3fff, littleEndian(28, 2) & 0x3fff);
    }

    /**
     * Returns the number of pixels of a JPEG image; empty if the size is not found. Reads the segments of the file,
     * each of which begins with a marker and its length, until it finds the one with the size.
     */
    private OptionalLong jpeg() {
        int at = 2;
        while (at + 9 <= bytes.length && (bytes[at] & 0xff) == 0xff) {
            int marker = bytes[at + 1] & 0xff;
            if (marker == 0xff) {
                at++;
            } else if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
                return pixels(bigEndian(at + 7, 2), bigEndian(at + 5, 2));
            } else {
                at += 2 + (int) bigEndian(at + 2, 2);
            }
        }
        return OptionalLong.empty();
    }

    /** True if the bytes of the file from the index {@code at} on are the characters of this signature in Latin-1. */
    private boolean has(int at, String signature) {
        for (int i = 0; i < signature.length(); i++) {
            if (at + i >= bytes.length || (bytes[at + i] & 0xff) != signature.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long bigEndian(int at, int length) {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number = number << 8 | bytes[at + i] & 0xff;
        }
        return number;
    }

    private long littleEndian(int at, int length) {
        long number = 0;
        for (int i = length - 1; i >= 0; i--) {
            number = number << 8 | bytes[at + i] & 0xff;
        }
        return number;
    }
}
