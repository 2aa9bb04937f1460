/**
 * Types that every package uses: settings, problems, and the rules of ids. Depends on no other package of Coppice.
 */
package dev.coppice;
