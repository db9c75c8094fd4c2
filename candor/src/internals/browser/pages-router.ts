import { attempt } from './patch.js';

/** `appDir`: this page is one of the App Router. */
type PageOfNext = { next?: { appDir?: boolean; router: { pathname: string } } };

/** The pattern of the route that Next's Pages Router shows now. `undefined`: the page is not one of it. */
export function pagesRoute(): string | undefined {
  const { next } = window as PageOfNext;
  return attempt('pages-router', () => (next && !next.appDir ? next.router.pathname : undefined));
}
