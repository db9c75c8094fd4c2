'use client';

import { useLayoutEffect } from 'react';

/**
 * Gives the theme of this document to the one that React puts in its place after a failure, before that is painted: React clears the
 * attributes of `<html>`, and runs no inline script of the other document.
 */
export function useThemeAfter(): void {
  useLayoutEffect(() => keepTheme, []); // When the screen leaves, and before React clears them.
}

function keepTheme(): void {
  const { className, dataset, style, classList } = document.documentElement;
  const classes = className.match(/(?<!\S)(light|dark)(?!\S)/g) ?? [];
  const [{ theme, mode }, { colorScheme }] = [{ ...dataset }, style];
  queueMicrotask(() => {
    // What the other document says itself stays.
    classList.add(...classes);
    if (theme) dataset.theme ??= theme;
    if (mode) dataset.mode ??= mode;
    style.colorScheme ||= colorScheme;
  });
}
