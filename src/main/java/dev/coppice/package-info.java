/**
 * What every room shares: the settings, and the one family of errors. Depends on nothing else of Coppice.
 */
package dev.coppice;
