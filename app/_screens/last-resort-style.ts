/** The last resort brings its own look along: when it is shown, nothing else can be relied on. */
export const lastResortStyle = `
:root { color-scheme: light dark; background: light-dark(#fbfaf7, #12161b); color: light-dark(#1c2530, #e9e6df); }
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 38rem; margin: 0 auto; padding: 12vh 1.25rem 3rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; font-weight: 650; line-height: 1.25; }
p { margin: 0 0 1rem; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
a { color: light-dark(#0b5563, #7fccd6); }
`;
