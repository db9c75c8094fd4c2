/** The addresses of the pages, which the home page links to. */
export const routes = [
  ...['/about', '/pricing', '/account', '/search?q=x', '/products/1', '/shop', '/shop/red'],
  ...['/shop/blue', '/blog/first', '/blog/on-demand', '/news'],
  ...['/board', '/board/photo/1', '/stream', '/large', '/todo', '/gallery', '/styled', '/toasts'],
  ...['/css-in-js', '/scripts', '/scripts/client', '/scripts/tag-manager'],
  ...['/scripts/rendered', '/scripts/on-demand/1', '/lazy', '/worker', '/wasm', '/embed', '/transition'],
  ...['/places', '/preview', '/target', '/rewritten', '/rewritten-static', '/proxied', '/proxied-static'],
  ...['/redirected', '/legacy', '/legacy/props', '/legacy/static', '/legacy/fallback/built', '/legacy/fallback/new'],
  ...['/legacy/blocking/built', '/legacy/blocking/new', '/legacy/scripts'],
];
