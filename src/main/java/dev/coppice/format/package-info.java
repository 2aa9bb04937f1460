/**
 * Message formats: one parser for the stored messages of all formats, and a writer for each format. {@link
 * dev.coppice.format.ParsedMessage} holds the parts of a message as slices of its bytes. Token counts, previews, search
 * texts, tool pairs, truncation, pair repair, skill calls, transcripts and conversions are all derived from it, so
 * either all of them support a form of a part or none does. Stored messages keep the format of their sender. A
 * conversion reports everything that it cannot convert. Pure functions: the same messages give the same bytes.
 *
 * <p>What {@code ParsedPart} offers, independent of the format: its {@code kind}; {@code text}, {@code summary} (of
 * reasoning); of a tool call or result {@code callId}, {@code tool} (and the variants {@code calledTool}, {@code
 * searchedTool}), {@code input}, the output ({@code returned}; {@code output} with errors; {@code outputs} if there are
 * several; {@code otherResult} of parts that are not about tools), {@code state}, {@code isWaiting} and {@code isError};
 * {@code toolFormat}, the format of a call or result; {@code json} and {@code members} for everything else. {@code
 * ParsedMessage} offers the members of the whole message, such as {@code role}, {@code createdAt} and {@code
 * answeredCallId}, and its parts as {@code groups}.
 *
 * <p>To support another form of a tool call or result, change these files, in this order: (1) {@code PartKind}: add the
 * part's {@code type} to {@code of}. If no string of {@code TOOL_SIGNS} occurs in the part, add one; likewise {@code
 * RESULT_SIGNS} for a result. (2) {@code ParsedPart}: add its members to {@code callId}, {@code tool}, {@code input}
 * and {@code returned}, and its format to {@code toolFormat}. (3) {@code ToolContent}: convert its arguments or output,
 * unless {@code call} and {@code result} already do. Only a form outside of the message members {@code parts}, {@code
 * content} and {@code tool_calls} must also be parsed by {@code MessageParser}.
 *
 * <p>To support another form of a file, add its {@code type} to {@code PartKind} and its members to {@code
 * MediaReader}; {@code MediaRates} has its tokens.
 *
 * <p>Then add the form to {@code MessageForms} or {@code FileForms} in the tests: {@code MessageFormsTest} checks it in
 * all consumers.
 */
package dev.coppice.format;
