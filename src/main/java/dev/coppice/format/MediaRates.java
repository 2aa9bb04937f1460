package dev.coppice.format;

/**
 * Estimates how many tokens a model needs for a file, by the rules that providers publish. An image takes
 * {@code pixels / pixelsPerToken} tokens, rounded up, at least {@code leastImage} and at most {@code mostImage}. A
 * document is counted by its kilobytes, a recording or video by its duration. Pure.
 *
 * @param image tokens of an image if its number of pixels is not known
 * @param leastImage minimum tokens of an image
 * @param mostImage maximum tokens of an image; providers scale larger images down
 * @param pixelsPerToken number of an image's pixels that count as one token
 * @param documentKilobyte tokens counted for each 1,024 bytes of a document, that is, of any file that is no image,
 *     recording or video
 * @param audioSecond tokens counted for each second of a recording
 * @param videoSecond tokens counted for each second of a video
 * @param unknownFile tokens of any other file if its size is not known, because the message has only its URL or id
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
    /**
     * The rates that apply if no setting {@code coppice.file-tokens.*} is given. They follow what providers publish;
     * {@code src/docs/settings.md} has the reason for each.
     */
    public static final MediaRates DEFAULTS = new MediaRates(1000, 85, 1600, 750, 30, 32, 300, 3000);

    private static final double KILOBYTE = 1024;

    /**
     * Estimated number of bytes in one second of a compressed recording: 128 kbit/s, the usual rate of music and the
     * upper end of speech.
     */
    private static final double AUDIO_BYTES = 16_000;

    /** Estimated number of bytes in one second of a video: 2 Mbit/s, a usual rate of videos on the web. */
    private static final double VIDEO_BYTES = 250_000;

    /**
     * Returns the estimated tokens of a file. If the message does not contain the file's data, so that the size is not
     * known, returns {@code image} for an image and {@code unknownFile} for any other file.
     */
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

    /** Returns about how many bytes a text in base64 encodes: three quarters of its length. */
    private static double bytes(String data) {
        return data.length() * 0.75;
    }
}
