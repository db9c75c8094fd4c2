/** The last resort has its own style, because no stylesheet may be available when it is shown. Values: app/globals.css. */
export const lastResortStyle = `
:root { color-scheme: light dark; background: light-dark(#fbf9f4, #14171b); color: light-dark(#1d242c, #ebe7df); }
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 38rem; margin: 0 auto; padding: clamp(2.5rem, 12vh, 8rem) clamp(1rem, 5vw, 2.5rem) 2.5rem; box-sizing: content-box; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: clamp(1.625rem, 1.25rem + 1.5vw, 2.125rem); font-weight: 650; line-height: 1.2; letter-spacing: -0.01em; }
h1::before { display: block; width: 3rem; margin-bottom: 1.5rem; border-top: 4px solid light-dark(#d9940f, #d9a441); content: ''; }
p { margin: 0 0 1rem; }
.reference { padding: 0.75rem 1rem; border: 1px solid light-dark(#d9940f, #d9a441); border-left-width: 6px; border-radius: 10px; background: light-dark(#fdf1d3, #33290f); line-height: 1.4; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: clamp(0.7rem, 3.2vw, 1rem); }
a { display: inline-block; margin-top: 0.5rem; padding: 0.5rem 1rem; border: 1px solid; border-radius: 8px; background: light-dark(#ffffff, #1c2126); color: light-dark(#0b5563, #86d0d9); font-weight: 550; line-height: 1.4; text-decoration: none; }
:focus-visible { outline: 3px solid light-dark(#0b5563, #86d0d9); outline-offset: 3px; }
@media print { a { display: none; } }
`;
