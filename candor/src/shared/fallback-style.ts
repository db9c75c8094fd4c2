/**
 * Only where no style of the application is in the document: the scheme would turn white text of one that has no dark scheme onto white,
 * and one that names no font has that of the browser.
 */
const ofSystem = ':root{color-scheme:light dark;font-family:system-ui,sans-serif}';

// In the first layer of the document: whatever an application says of the same elements comes before it.
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

/** The same beside styles of the application's. */
export const fallbackBesideStyles = layer;
