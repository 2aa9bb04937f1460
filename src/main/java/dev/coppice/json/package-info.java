/**
 * Reads and writes JSON token by token. Messages are copied byte for byte from requests and into responses. Code reads
 * each member of a request explicitly; there is no binding to Java fields by name, so a client can set only the members
 * that the code reads.
 */
package dev.coppice.json;
