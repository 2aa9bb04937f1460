/**
 * State that the components of an agent store with a session: values under keys, lists that grow by appends, and one
 * object that is merged. Values are returned byte for byte as they were sent. The cost of a write depends only on what
 * has changed.
 */
package dev.coppice.state;
