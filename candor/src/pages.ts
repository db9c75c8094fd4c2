/**
 * For an application with a Pages Router of its own: its `pages/_error`. An `_app` or `_document` of the team's stays as it is, and so
 * does a `404`: React's boundaries are observed without them, and the scripts of a document are files, which the policy permits.
 */
export { ErrorPage, withFailure, type PageFailure } from './screens/error-page.js';
