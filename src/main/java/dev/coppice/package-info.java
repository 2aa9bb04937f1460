/**
 * Types that every package uses: settings, problems, and the rules of ids. They depend on no other package of this
 * project.
 */
package dev.coppice;
