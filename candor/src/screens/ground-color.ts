/** The colour behind the text of an element, as it is shown now. `undefined`: nothing around it has one. */
export function groundColor(element: Element | null = document.body): string | undefined {
  for (let each = element; each; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each);
    if (backgroundColor !== '' && backgroundColor !== 'transparent' && !/^rgba\(.*, 0\)$/.test(backgroundColor))
      return backgroundColor;
  }
  return undefined;
}

/** Calls the listener when that colour may have changed: with the system's scheme, or with the theme that `<html>` names. */
export function subscribeToGround(listener: () => void): () => void {
  // The document of a team's tests, by jsdom, has none.
  const scheme: MediaQueryList | undefined = window.matchMedia?.('(prefers-color-scheme: dark)');
  const theme = new MutationObserver(listener);
  scheme?.addEventListener('change', listener);
  theme.observe(document.documentElement, { attributes: true });
  return () => {
    scheme?.removeEventListener('change', listener);
    theme.disconnect();
  };
}
