/** For an application with a Pages Router of its own: its `pages/_error`. A team's `_app`, `_document` and `404` stay as they are. */
export { ErrorPage, withFailure, type PageFailure } from './screens/error-page.js';
