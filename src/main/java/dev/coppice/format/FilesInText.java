package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The files in a text, separated from it so that their tokens can be counted by their kind. They are base64
 * {@code data:} URLs, for example in the output of a tool or in an image of Markdown. A URL with little data, which is
 * less than {@value #LEAST} characters including {@code ;base64,}, counts as text. Finding the files takes time linear
 * in the text's length.
 *
 * @param rest the text without the URLs of the files; the same text if there are none
 * @param files the files, in the order of the text; empty if there are none
 */
record FilesInText(String rest, List<Media> files) {
    private static final String SCHEME = "data:";
    private static final String BASE64 = ";base64,";

    /**
     * Maximum number of characters between {@code data:} and {@code ;base64,}, that is, of the media type with its
     * parameters. It keeps the time linear; media types are much shorter.
     */
    private static final int MAX_TYPE = 200;

    /**
     * Minimum length of a file in characters, from {@code ;base64,} to the end of its data. A shorter one counts as
     * text, because its tokens are few.
     */
    private static final int LEAST = 256;

    static FilesInText of(String text) {
        int mark = text.indexOf(BASE64);
        return mark < 0 ? new FilesInText(text, List.of()) : split(text, mark);
    }

    private static FilesInText split(String text, int first) {
        int mark = first;
        var rest = new StringBuilder();
        var files = new ArrayList<Media>();
        int copied = 0;
        for (; mark >= 0; mark = text.indexOf(BASE64, Math.max(mark + 1, copied))) {
            int earliest = Math.max(copied, mark - MAX_TYPE);
            int scheme = text.substring(earliest, mark).lastIndexOf(SCHEME);
            int end = end(text, mark + BASE64.length());
            if (scheme >= 0 && end - mark >= LEAST) {
                int from = earliest + scheme;
                rest.append(text, copied, from);
                files.add(Media.at(Media.UNKNOWN, text.substring(from, end), null, null));
                copied = end;
            }
        }
        return new FilesInText(rest.append(text, copied, text.length()).toString(), files);
    }

    private static int end(String text, int from) {
        int end = from;
        while (end < text.length() && isBase64(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isBase64(char c) {
        return c >= 'A' && c <= 'Z'
                || c >= 'a' && c <= 'z'
                || c >= '0' && c <= '9'
                || c == '+'
                || c == '/'
                || c == '-'
                || c == '_'
                || c == '=';
    }
}
