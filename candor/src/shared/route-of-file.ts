/** Leaves out the file's name, groups and slots. An intercepting segment, such as `(.)a`, is no group. */
export const routeOfFile = (path: string) => path.replace(/\/(\([^/]*\)(?=\/)|@[^/]*)|\/(page|route)$/g, '') || '/';
