/**
 * Rules by which the theme that `<html>` names decides the colours, and not the system: `light-dark()` follows `color-scheme`. They
 * have to stand after the rule with the `color-scheme` that holds without a theme.
 * @param selector of what has that rule: `:root`, or elements within it
 */
export function themeStyle(selector: string): string {
  const within = selector === ':root' ? '' : ` ${selector}`;
  return ['light', 'dark'].map((theme) => `${rootWith(theme)}${within} { color-scheme: ${theme}; }`).join('\n');
}

// The last is as browsers write what a script has set. An inline `light dark` is no theme.
const rootWith = (theme: string) =>
  `:root:is(.${theme}, [data-theme='${theme}'], [data-mode='${theme}'], [style*='color-scheme: ${theme};'])`;
