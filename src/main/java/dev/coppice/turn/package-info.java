/** All that an agent puts into its next call of a model, as it stood at one moment, in the shape of the model's provider. */
package dev.coppice.turn;
