/**
 * State that the components of an agent store with a session. There are values under keys, and one state object. A
 * value is a single JSON value, or a list that grows by appends. The state object can be changed by a merge patch.
 * Single values and the items of lists are returned byte for byte as they were sent. The cost of an append to a list
 * depends only on the new items. If a list is replaced, only the items that differ are written.
 */
package dev.coppice.state;
