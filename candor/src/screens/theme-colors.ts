/** The background colours of app/globals.css, for the browser's own interface around the page. */
export const themeColors = [
  { media: '(prefers-color-scheme: light)', color: '#fbf9f4' },
  { media: '(prefers-color-scheme: dark)', color: '#14171b' },
];
