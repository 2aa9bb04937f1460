package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaHeaderTest {

    private static byte[] image(String format, int width, int height) throws IOException {
        var out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format, out);
        return out.toByteArray();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "gif"})
    void pixelsAreReadFromImage(String format) throws IOException {
        var bytes = image(format, 640, 333);
        assertEquals(OptionalLong.of(640 * 333), MediaHeader.pixels(base64(bytes)));
        assertEquals(
                OptionalLong.of(640 * 333),
                MediaHeader.pixels(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
        assertEquals(
                OptionalLong.of(640 * 333),
                MediaHeader.pixels(Base64.getMimeEncoder().encodeToString(bytes)));
    }

    /** A JPEG image may have a large segment of metadata before its size. */
    @Test
    void pixelsOfJpegFollowMetadata() throws IOException {
        var bytes = image("jpg", 200, 100);
        var out = new ByteArrayOutputStream();
        out.write(bytes, 0, 2);
        for (int i = 0; i < 3; i++) {
            out.write(new byte[] {(byte) 0xff, (byte) 0xe1, (byte) 0xff, (byte) 0xf0});
            out.write(new byte[0xfff0 - 2]);
        }
        out.write(bytes, 2, bytes.length - 2);
        assertEquals(OptionalLong.of(20_000), MediaHeader.pixels(base64(out.toByteArray())));
    }

    /** The first bytes of WebP images: lossy, lossless and extended. */
    @ParameterizedTest
    @CsvSource({
        "52494646000000005745425056503820000000000000009d012a80024d010000, 213120",
        "5249464600000000574542505650384c000000002f7f02530000000000000000, 213120",
        "524946460000000057454250565038580a000000000000007f02004c01000000, 213120"
    })
    void pixelsAreReadFromWebp(String hex, long pixels) {
        assertEquals(
                OptionalLong.of(pixels),
                MediaHeader.pixels(base64(HexFormat.of().parseHex(hex))));
    }

    @Test
    void anyBytesAreAccepted() {
        var beginnings = new String[] {"", "iVBORw0KGgo", "/9j/", "R0lGODlh", "UklGRgAAAABXRUJQ", "UklGRgAAAABXQVZF"};
        qt().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            var data = beginnings[random.nextInt(beginnings.length)] + base64(bytes);
            var cut = data.substring(0, random.nextInt(data.length() + 1)) + (random.nextBoolean() ? "" : " =é\n");
            assertTrue(MediaHeader.pixels(cut).orElse(1) > 0);
            assertTrue(MediaHeader.bytesPerSecond(cut).orElse(1) > 0);
        });
    }

    @ParameterizedTest
    @CsvSource({"10,10,85", "750,100,100", "1024,1024,1399", "4000,4000,1600"})
    void tokensOfImageFollowItsPixels(int width, int height, long tokens) throws IOException {
        var media = new Media("image/png", null, base64(image("png", width, height)), null, null);
        assertEquals(tokens, MediaRates.DEFAULTS.tokens(media));
    }
}
