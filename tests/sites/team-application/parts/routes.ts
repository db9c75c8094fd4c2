/** The addresses of the pages, which the home page links to. */
export const routes = [
  ...['/about', '/account', '/search?q=x', '/shop', '/shop/blue', '/blog/first', '/blog/on-demand', '/news', '/board'],
  ...['/board/photo/1', '/stream', '/todo', '/gallery', '/scripts', '/scripts/client'],
  ...['/scripts/rendered', '/scripts/on-demand/1', '/worker', '/places', '/preview', '/rewritten-static'],
  ...['/proxied', '/redirected', '/legacy', '/legacy/props', '/legacy/static', '/legacy/fallback/new'],
  ...['/legacy/blocking/new', '/legacy/scripts'],
];
