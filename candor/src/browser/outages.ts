/** Errors of requests that got no response of the site, each with the title of its screen. They are not reported. */
export const outages = new WeakMap<object, string>();
