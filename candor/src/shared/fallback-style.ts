/** Beside an application's styles, the scheme would turn white text onto white, and the font would replace the browser's. */
const ofSystem = ':root{color-scheme:light dark;font-family:system-ui,sans-serif}';

// In the first layer, so that an application's styles win.
const layer = `@layer candor{
:root:has(.candor){line-height:1.6}
body:has(>.candor){margin:0}
.candor.screen{padding:clamp(2.5rem,12vh,8rem) max(clamp(1rem,5vw,2.5rem),50% - 19rem) 2.5rem;overflow-wrap:anywhere}
.candor h1{margin:0 0 1rem;font-size:clamp(1.625rem,1.25rem + 1.5vw,2.125rem);line-height:1.2}
.candor .reference{padding:.75rem min(1rem,5%);border:1px solid;border-inline-start-width:6px}
.candor code{font-size:clamp(.65rem,3.2vw,.9rem)}
.candor .button{display:inline-block;padding:.5rem 1rem;border:1px solid;color:inherit;text-decoration:none}
.candor :focus-visible{outline:3px solid;outline-offset:3px}
}`;

/** The style of a document that Candor makes, while neither the application's stylesheets nor Candor's own can be loaded. */
export const fallbackStyle = ofSystem + layer;

export const fallbackBesideStyles = layer;
