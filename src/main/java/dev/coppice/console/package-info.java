/**
 * Serves the console: static files of the WAR below {@code /console/}, with headers that let a browser load nothing
 * from elsewhere. The files use only the public API, so this package uses no other package of Coppice.
 */
package dev.coppice.console;
