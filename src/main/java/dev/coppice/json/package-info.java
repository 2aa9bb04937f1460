/**
 * Reads and writes JSON token by token. Messages are cut out of a request and written to answers byte for byte. Nothing is
 * bound to objects by name, so that no field of a request can set anything unintended.
 */
package dev.coppice.json;
