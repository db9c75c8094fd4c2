// What the example page uses of Candor, with nothing behind it: the page itself is the application's own, and costs the same.

const allowed = async () => ({ state: 'allowed' });

export const sampleFailures = () => ({ peek: allowed, consume: allowed });
export const reportingStatus = () => ({ reporting: 'on', downSince: null });
export const nodeRequest = () => undefined;
export const report = () => '';
