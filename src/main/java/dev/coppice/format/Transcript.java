package dev.coppice.format;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes a conversation as a text for summarizers: the role, texts, tool inputs and tool outputs of each message, with
 * a line {@code ---} between messages. Needs memory for a copy of all texts. Pure.
 */
public final class Transcript {
    /**
     * Minimum number of UTF-16 units to which a message is shortened: about three sentences. If the messages do not all
     * fit even at this length, {@link #of} leaves some out.
     */
    static final int FAIR_SHARE = 300;

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029\\]]+");

    private Transcript() {}

    /**
     * Returns the transcript of messages, with at most about {@code maxCharacters} UTF-16 units. If it would be longer,
     * the longest messages are shortened in the middle to one common length. If this length would be less than
     * {@value #FAIR_SHARE}, only the oldest and the newest messages are included.
     *
     * @param messages stored messages as JSON, oldest first
     */
    public static String of(List<byte[]> messages, int maxCharacters) {
        var all = messages.stream().map(TranscriptLines::of).toList();
        int share = fairShare(all, maxCharacters);
        return share >= FAIR_SHARE
                ? String.join(
                        PromptFraming.SEPARATOR,
                        all.stream().map(text -> ShortText.middle(text, share)).toList())
                : ends(all, maxCharacters);
    }

    /**
     * Returns the texts of messages, each as {@link #of} writes it, but without the line that contains the role. If the
     * texts together, with the separators that a transcript has, have more than {@code maxCharacters} UTF-16 units, the
     * longest ones are shortened in the middle to one common length. This length is at least {@value #FAIR_SHARE}, so
     * the result may still have more than {@code maxCharacters}.
     *
     * @param messages stored messages as JSON
     * @return one text per message, in the same order
     */
    public static List<String> texts(List<byte[]> messages, int maxCharacters) {
        var all = messages.stream()
                .map(TranscriptLines::of)
                .map(lines -> lines.substring(lines.indexOf('\n') + 1))
                .toList();
        int share = Math.max(FAIR_SHARE, fairShare(all, maxCharacters));
        return all.stream().map(text -> ShortText.middle(text, share)).toList();
    }

    static String oneLine(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }

    /**
     * Returns the length to which texts are to be cut: the greatest length, in UTF-16 units, at which all texts and the
     * separators between them together have at most {@code max} characters. Texts that are already shorter stay whole.
     * Returns {@code Integer.MAX_VALUE} if no text must be cut.
     */
    private static int fairShare(List<String> texts, int max) {
        var lengths = texts.stream()
                .mapToInt(text -> text.length() + PromptFraming.SEPARATOR.length())
                .sorted()
                .toArray();
        if (Arrays.stream(lengths).asLongStream().sum() <= max) {
            return Integer.MAX_VALUE;
        }
        long left = max;
        for (int i = 0; i < lengths.length; i++) {
            long share = left / (lengths.length - i);
            if (lengths[i] > share) {
                return (int) share - PromptFraming.SEPARATOR.length();
            }
            left -= lengths[i];
        }
        return Integer.MAX_VALUE;
    }

    /**
     * Returns a transcript of the texts, each shortened to at most {@value #FAIR_SHARE} characters. If the transcript
     * would have more than {@code max} characters, texts in the middle are left out: texts are taken alternately from
     * the end and from the beginning while they fit. A line in the middle says how many texts were left out.
     */
    private static String ends(List<String> texts, int max) {
        var oldest = new ArrayList<String>();
        var newest = new ArrayDeque<String>();
        int left = max;
        while (oldest.size() + newest.size() < texts.size()) {
            boolean fromEnd = newest.size() <= oldest.size();
            int at = fromEnd ? texts.size() - 1 - newest.size() : oldest.size();
            var text = ShortText.middle(texts.get(at), FAIR_SHARE);
            left -= text.length() + PromptFraming.SEPARATOR.length();
            if (left < 0) {
                break;
            }
            if (fromEnd) {
                newest.addFirst(text);
            } else {
                oldest.add(text);
            }
        }
        return joined(oldest, texts.size() - oldest.size() - newest.size(), newest);
    }

    private static String joined(List<String> oldest, int leftOut, Collection<String> newest) {
        var texts = new ArrayList<>(oldest);
        if (leftOut > 0) {
            texts.add("(" + leftOut + " messages left out)");
        }
        texts.addAll(newest);
        return String.join(PromptFraming.SEPARATOR, texts);
    }
}
