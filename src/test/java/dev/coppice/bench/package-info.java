/**
 * What the server costs, measured from outside, beside the same work as plain JDBC on the same database in the same
 * run. Rounds of ours and of raw alternate, so that whatever else the machine does hits both.
 */
package dev.coppice.bench;
