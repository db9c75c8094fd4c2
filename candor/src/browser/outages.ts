/**
 * Errors of requests that got no response of the site, each with the title for it. They are not failures of the application: they
 * are not reported, and a screen says so.
 */
export const outages = new WeakMap<object, string>();
