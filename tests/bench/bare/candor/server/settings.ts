/** In the place of the application's, so that its home page can be the very same file. */
export const readSettings = () => ({ examplePage: true });
