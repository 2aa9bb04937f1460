/**
 * Fuzzing of everything that parses bytes of a client: {@code Parser} calls one parser, {@code ParsersFuzz} feeds it
 * with Jazzer (profile {@code chaos}), {@code ParserCorpusTest} replays what was found in each build.
 */
package dev.coppice.fuzz;
