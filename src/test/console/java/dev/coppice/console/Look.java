package dev.coppice.console;

import com.microsoft.playwright.options.ColorScheme;

/** How a person sees a page: colors and size of the window in pixels. */
record Look(ColorScheme colors, int width, int height) {

    static final Look LIGHT = new Look(ColorScheme.LIGHT, 1280, 800);
    static final Look DARK = new Look(ColorScheme.DARK, 1280, 800);

    Look wide(int pixels) {
        return new Look(colors, pixels, pixels < 600 ? 740 : 1000);
    }

    @Override
    public String toString() {
        return colors.name().toLowerCase(java.util.Locale.ROOT) + "-" + width;
    }
}
