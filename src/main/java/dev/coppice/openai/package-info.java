/**
 * The Conversations API of OpenAI on Coppice's sessions, so that clients of that API store their histories here by
 * changing only their base URL. A conversation is a session; an item is a message, or one of the items into which a
 * message is converted. This package translates requests, responses and errors; the packages that it calls implement
 * the rules.
 */
package dev.coppice.openai;
