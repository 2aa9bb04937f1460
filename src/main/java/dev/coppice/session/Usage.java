package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * Tokens and cost of model calls, as clients report them. The amounts are those of one call, or the totals of a session
 * or a run.
 *
 * @param inputTokens tokens of the input
 * @param outputTokens tokens of the output
 * @param cachedTokens how many of the input tokens the model's provider read from its prompt cache
 * @param reasoningTokens tokens of the output that the model used for reasoning
 * @param cost cost in a currency that the client chooses; at most 18 digits on each side of the decimal point
 */
@Embeddable
public record Usage(
        @Column(name = "input_tokens") long inputTokens,
        @Column(name = "output_tokens") long outputTokens,
        @Column(name = "cached_tokens") long cachedTokens,
        @Column(name = "reasoning_tokens") long reasoningTokens,
        @Column(precision = 38, scale = 18) BigDecimal cost)
        implements JsonBody {
    public static final Usage NONE = new Usage(0, 0, 0, 0, BigDecimal.ZERO);

    /**
     * Maximum of each token count. It is more than any conversation needs, and far below the maximum of the database
     * column.
     */
    private static final long MAX = 1_000_000_000_000_000L;

    /**
     * Maximum number of digits of a cost before the decimal point, and also after it. The database column has 18 digits
     * after the point and 20 before it. {@link #plus} throws 400 {@code out-of-range} if the sum has too many digits
     * before the point.
     */
    private static final int DIGITS = 18;

    /**
     * Maximum number of characters of a cost in a JSON request: enough for 18 digits on each side of the decimal point.
     * A longer text is refused without being parsed.
     */
    private static final int MAX_COST = 40;

    public Usage {
        var values = new long[] {inputTokens, outputTokens, cachedTokens, reasoningTokens};
        for (long value : values) {
            if (value < 0 || value > MAX) {
                throw new Problem(Code.OUT_OF_RANGE, "Token counts and their totals must be from 0 to " + MAX + ".");
            }
        }
        if (cost.signum() < 0 || digitsBeforePoint(cost) > DIGITS) {
            throw new Problem(
                    Code.OUT_OF_RANGE,
                    "The cost must be 0 or more, with at most " + DIGITS + " digits before the decimal point.");
        }
    }

    /** Returns the number of digits before the decimal point; negative for a cost that begins with zeros after it. */
    private static long digitsBeforePoint(BigDecimal cost) {
        return (long) cost.precision() - cost.scale(); // the scale of 1e2147483647 is near the minimum of an int
    }

    public Usage plus(Usage more) {
        return new Usage(
                inputTokens + more.inputTokens,
                outputTokens + more.outputTokens,
                cachedTokens + more.cachedTokens,
                reasoningTokens + more.reasoningTokens,
                cost.add(more.cost));
    }

    /**
     * Returns this usage minus an amount that it includes: each number minus the corresponding number of {@code part},
     * but at least 0. It may be less than {@code part} if the session was exported while a run added its usage.
     */
    public Usage minus(Usage part) {
        return new Usage(
                Math.max(0, inputTokens - part.inputTokens),
                Math.max(0, outputTokens - part.outputTokens),
                Math.max(0, cachedTokens - part.cachedTokens),
                Math.max(0, reasoningTokens - part.reasoningTokens),
                cost.subtract(part.cost).max(BigDecimal.ZERO));
    }

    /**
     * True if both have equal amounts. Costs that differ only in the number of trailing zeros, such as 1.0 and 1.00,
     * are equal.
     */
    public boolean isEqualTo(Usage other) {
        return inputTokens == other.inputTokens
                && outputTokens == other.outputTokens
                && cachedTokens == other.cachedTokens
                && reasoningTokens == other.reasoningTokens
                && cost.compareTo(other.cost) == 0;
    }

    /**
     * Reads the request body of {@code POST usage}, which reports one model call, such as {@code
     * {"inputTokens":1200,"outputTokens":80}}. Throws 400 {@code malformed} if the body is not a JSON object or a
     * member has the wrong type, 400 {@code unknown-field} if it has an unknown member, 400 {@code out-of-range} if a
     * number is negative or too large, 422 {@code invalid} if it has no member that is not null or the name of the
     * model is invalid.
     */
    static NewUsage read(byte[] body) {
        var in = JsonInput.of(body);
        var reader = new Reader(in);
        Envelope.document(in, reader::fieldOrModel);
        if (reader.isEmpty) {
            throw new Problem(Code.INVALID, "The body must contain at least one field.");
        }
        return new NewUsage(reader.usage(), reader.model);
    }

    /**
     * Reads usage from the JSON object at the reader's current position. Missing members count as 0. Throws 400
     * {@code malformed} if the value is not an object or a member has the wrong type, 400 {@code unknown-field} if it
     * has an unknown member, 400 {@code out-of-range} if a number is negative or too large.
     */
    public static Usage read(JsonInput in) {
        var reader = new Reader(in);
        Envelope.object(in, reader::field);
        return reader.usage();
    }

    private static final class Reader {
        private final JsonInput in;
        private long input;
        private long output;
        private long cached;
        private long reasoning;
        private BigDecimal cost = BigDecimal.ZERO;
        private String model;
        private boolean isEmpty = true;

        Reader(JsonInput in) {
            this.in = in;
        }

        Runnable fieldOrModel(String name) {
            Runnable field = name.equals("model") ? () -> model = Ids.checkText(in.string(), "/model") : field(name);
            return () -> {
                isEmpty = false;
                field.run();
            };
        }

        Runnable field(String name) {
            return switch (name) {
                case "inputTokens" -> () -> input = in.integer(0, MAX);
                case "outputTokens" -> () -> output = in.integer(0, MAX);
                case "cachedTokens" -> () -> cached = in.integer(0, MAX);
                case "reasoningTokens" -> () -> reasoning = in.integer(0, MAX);
                case "cost" -> () -> cost = cost();
                default -> in.unknown();
            };
        }

        /**
         * Reads a cost, a JSON number. Throws 400 {@code out-of-range} if it is negative or has more than 18 digits
         * before or after the decimal point. Checks the length of its text first, because parsing a number with very
         * many digits takes a long time.
         */
        private BigDecimal cost() {
            var text = in.number();
            var cost = text.length() > MAX_COST ? null : parsed(text);
            if (cost == null || cost.signum() < 0 || digitsBeforePoint(cost) > DIGITS || cost.scale() > DIGITS) {
                throw Problem.at(
                        in.pointer(),
                        Code.OUT_OF_RANGE,
                        "Must be 0 or more, with at most " + DIGITS + " digits on each side of the decimal point.");
            }
            return cost;
        }

        private static BigDecimal parsed(String text) {
            try {
                return new BigDecimal(text);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        Usage usage() {
            return new Usage(input, output, cached, reasoning, cost);
        }
    }

    /**
     * The usage of one model call.
     *
     * @param usage tokens and cost of the call
     * @param model name of the model that was called, or null
     */
    record NewUsage(Usage usage, String model) {}

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("inputTokens", inputTokens);
        out.writeNumberField("outputTokens", outputTokens);
        out.writeNumberField("cachedTokens", cachedTokens);
        out.writeNumberField("reasoningTokens", reasoningTokens);
        out.writeFieldName("cost");
        out.writeNumber(cost.signum() == 0 ? "0" : cost.stripTrailingZeros().toPlainString());
        out.writeEndObject();
    }
}
