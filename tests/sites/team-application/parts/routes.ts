/** The addresses of the pages, which the home page links to. */
export const routes = [
  ...['/about', '/pricing', '/account', '/search?q=x', '/products/1', '/docs/a/b', '/shop', '/shop/red'],
  ...['/shop/blue', '/blog/first', '/blog/on-demand', '/guides/start', '/news', '/de/welcome', '/it/welcome'],
  ...['/board', '/board/photo/1', '/steps', '/stream', '/large', '/todo', '/gallery', '/styled', '/toasts'],
  ...['/css-in-js', '/scripts', '/scripts/client', '/scripts/tag-manager', '/content', '/filter'],
  ...['/scripts/rendered', '/scripts/on-demand/1', '/lazy', '/worker', '/wasm', '/embed', '/portal', '/transition'],
  ...['/places', '/preview', '/help', '/target', '/rewritten', '/rewritten-static', '/proxied', '/proxied-static'],
  ...['/redirected', '/legacy', '/legacy/props', '/legacy/static', '/legacy/fallback/built', '/legacy/fallback/new'],
  ...['/legacy/blocking/built', '/legacy/blocking/new', '/legacy/scripts'],
];
