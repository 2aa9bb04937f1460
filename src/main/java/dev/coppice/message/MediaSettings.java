package dev.coppice.message;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import dev.coppice.format.MediaRates;
import jakarta.inject.Inject;

/** Settings for estimating the tokens of files in messages: images, documents, recordings and videos. */
@SettingsGroup
public record MediaSettings(MediaRates rates) {
    private static final int MAX = 1_000_000;

    public MediaSettings {
        if (rates.mostImage() < rates.leastImage()) {
            throw new IllegalArgumentException("coppice.file-tokens.image-max is below coppice.file-tokens.image-min");
        }
    }

    @Inject
    public MediaSettings(SettingsReader in) {
        this(new MediaRates(
                in.number(
                        "coppice.file-tokens.image",
                        MediaRates.DEFAULTS.image(),
                        0,
                        MAX,
                        "Tokens of an image of unknown size: the message has only its URL or id, or its format is"
                                + " unknown. For 1,024 x 1,024 pixels OpenAI counts 765, Anthropic 1,398."),
                in.number(
                        "coppice.file-tokens.image-min",
                        MediaRates.DEFAULTS.leastImage(),
                        0,
                        MAX,
                        "Least tokens of an image. OpenAI counts 85 for the smallest one."),
                in.number(
                        "coppice.file-tokens.image-max",
                        MediaRates.DEFAULTS.mostImage(),
                        0,
                        MAX,
                        "Most tokens of an image; at least `coppice.file-tokens.image-min`. Providers scale large images"
                                + " down; then Anthropic counts about 1,600."),
                in.number(
                        "coppice.file-tokens.image-pixels",
                        MediaRates.DEFAULTS.pixelsPerToken(),
                        1,
                        MAX,
                        "Pixels of an image for one token. Anthropic counts 750; OpenAI's tiles of 512 x 512 pixels come"
                                + " to twice as many pixels."),
                in.number(
                        "coppice.file-tokens.document-kilobyte",
                        MediaRates.DEFAULTS.documentKilobyte(),
                        0,
                        MAX,
                        "Tokens of 1,024 bytes of a document such as PDF. Anthropic counts 1,500 to 3,000 for a page,"
                                + " which has 50 to 100 KB. Text files are counted as text."),
                in.number(
                        "coppice.file-tokens.audio-second",
                        MediaRates.DEFAULTS.audioSecond(),
                        0,
                        MAX,
                        "Tokens of a second of a recording. Gemini counts 32, OpenAI 10. The duration of WAV is read from"
                                + " its header; other formats count 16,000 bytes as a second."),
                in.number(
                        "coppice.file-tokens.video-second",
                        MediaRates.DEFAULTS.videoSecond(),
                        0,
                        MAX,
                        "Tokens of a second of a video. Gemini counts about 300. 250,000 bytes count as a second."),
                in.number(
                        "coppice.file-tokens.unknown",
                        MediaRates.DEFAULTS.unknownFile(),
                        0,
                        MAX,
                        "Tokens of a document, recording or video of which the message has only the URL or id: about two"
                                + " pages, or a minute and a half of speech.")));
    }
}
