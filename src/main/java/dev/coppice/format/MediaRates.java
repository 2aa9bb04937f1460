package dev.coppice.format;

/**
 * Estimates the tokens that a model needs for a file, by the file's kind and size, following the rules that providers
 * publish. An image whose pixels are known takes {@code pixels / pixelsPerToken} tokens within two bounds. A document
 * is counted by its kilobytes, a recording or video by its duration. Pure.
 *
 * @param image tokens of an image whose number of pixels is not known
 * @param leastImage least tokens of an image
 * @param mostImage most tokens of an image, because providers scale large images down
 * @param pixelsPerToken pixels of an image for which one token is counted
 * @param documentKilobyte tokens of 1,024 bytes of a document
 * @param audioSecond tokens of a second of a recording
 * @param videoSecond tokens of a second of a video
 * @param unknownFile tokens of any other file whose size is not known, because the message has only its URL or id
 */
public record MediaRates(
        int image,
        int leastImage,
        int mostImage,
        int pixelsPerToken,
        int documentKilobyte,
        int audioSecond,
        int videoSecond,
        int unknownFile) {
    /** The rates of an installation without settings {@code coppice.file-tokens.*}. */
    public static final MediaRates DEFAULTS = new MediaRates(1000, 85, 1600, 750, 30, 32, 300, 3000);

    private static final double KILOBYTE = 1024;

    /** Estimated bytes of one second of a compressed recording: 128 kbit. */
    private static final double AUDIO_BYTES = 16_000;

    /** Estimated bytes of one second of a video: 2 Mbit. */
    private static final double VIDEO_BYTES = 250_000;

    /** Returns the estimated tokens of a file. */
    long tokens(Media media) {
        var data = media.data();
        return switch (media.kind()) {
            case "image" -> data == null ? image : image(data);
            case "audio" -> data == null
                    ? unknownFile
                    : seconds(data, MediaHeader.bytesPerSecond(data).orElse(AUDIO_BYTES), audioSecond);
            case "video" -> data == null ? unknownFile : seconds(data, VIDEO_BYTES, videoSecond);
            default -> data == null ? unknownFile : (long) Math.ceil(bytes(data) / KILOBYTE * documentKilobyte);
        };
    }

    private long image(String data) {
        var pixels = MediaHeader.pixels(data);
        if (pixels.isEmpty()) {
            return image;
        }
        long tokens = (pixels.getAsLong() + pixelsPerToken - 1) / pixelsPerToken;
        return Math.max(leastImage, Math.min(mostImage, tokens));
    }

    private static long seconds(String data, double bytesPerSecond, int tokens) {
        return (long) Math.ceil(bytes(data) / bytesPerSecond * tokens);
    }

    /** Returns the number of bytes that a text in base64 represents. */
    private static double bytes(String data) {
        return data.length() * 0.75;
    }
}
