/**
 * JSON in and out, by tokens. What comes in is cut out of the request as it is, what goes out is written as it was;
 * nothing is bound to objects by name, so no field of a request can reach what it should not.
 */
package dev.coppice.json;
