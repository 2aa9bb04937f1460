package dev.coppice.state;

/** Thrown by {@link ListWindow.Pieces} when the list is rewritten or deleted while its items are read. */
public final class ListRewritten extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ListRewritten() {
        super("The list was rewritten while it was read");
    }
}
