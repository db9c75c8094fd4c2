'use client';

import { useLayoutEffect } from 'react';

/**
 * Gives this document's theme to the one that React puts in its place after a failure, before it is painted: React clears the attributes
 * of `<html>`, and does not run the other document's inline scripts.
 */
export function useThemeAfter(): void {
  useLayoutEffect(() => keepTheme, []); // Runs before React clears them.
}

function keepTheme(): void {
  const { className, dataset, style, classList } = document.documentElement;
  const classes = className.match(/(?<!\S)(light|dark)(?!\S)/g) ?? [];
  const [{ theme, mode }, { colorScheme }] = [{ ...dataset }, style];
  queueMicrotask(() => {
    classList.add(...classes);
    if (theme) dataset.theme ??= theme;
    if (mode) dataset.mode ??= mode;
    style.colorScheme ||= colorScheme;
  });
}
