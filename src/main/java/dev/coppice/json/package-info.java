/**
 * Reads and writes JSON token by token. Messages are copied byte for byte from requests and into responses. Fields of a
 * request are not bound to Java objects by name, so that a client can set only the fields that the code reads.
 */
package dev.coppice.json;
