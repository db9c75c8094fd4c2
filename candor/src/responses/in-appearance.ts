import type { ServerResponse } from 'node:http';
import { isCleared, keepScreen } from '../internals/server/keep-screen.js';
import { fallbackBesideStyles, fallbackStyle } from '../shared/fallback-style.js';
import { builtAppearances, type Appearance } from '../internals/server/built-appearances.js';
import { distFolder } from '../internals/server/dist-folder.js';
import { describeError } from '../scrubbing/log-format.js';
import type { Log } from '../shared/log-messages.js';

export function readAppearances(log: Log, dist = distFolder()): Appearance[] {
  try {
    return builtAppearances(dist);
  } catch (error) {
    log.warn({ error: describeError(error) }, 'the application’s styles cannot be read');
    return [];
  }
}

type Permit = (response: ServerResponse, script: string) => void;

/** Gives a document of Candor's, of which this is the start to `<body>`, the application's appearance. Without `permit` no policy is ours. */
export function inAppearance(
  response: ServerResponse,
  document: Buffer,
  appearances: readonly Appearance[],
  permit?: Permit,
): Buffer {
  // Latin-1 keeps every byte. Candor may have finished the document before, in another zone of the site.
  const html = document.toString('latin1').replace(`<script>${keepScreen}</script>`, '');
  const own = html.includes(fallbackStyle) ? nearest(appearances, pathOf(response), html) : undefined;
  const head = own?.head.filter((tag) => !html.includes(tag)) ?? [];
  const isStyled = head.length > 0 || /<link\b[^>]*data-precedence=/.test(html);
  // What a cache keeps is for every visitor.
  const isKept = !String(response.getHeader('Cache-Control')).includes('no-store');
  const theme = isKept ? undefined : themeInCookies(response.req.headers.cookie);
  const ofHtml = own?.html ?? new Map<string, string>();
  const result = html
    .replace(/<html[^>]*>/, (tag) => withAttributes(tag, theme ? inTheme(ofHtml, theme) : ofHtml))
    .replace(/<body[^>]*>/, (tag) => withAttributes(tag, own?.body ?? new Map()))
    .replace(`${fallbackStyle}</style>`, (style) =>
      isStyled ? `${fallbackBesideStyles}</style>${head.join('')}` : style,
    )
    .replace('</head>', () => `${scriptsOf(response, html, own?.themeScripts ?? [], permit)}</head>`);
  return Buffer.from(result, 'latin1');
}

const pathOf = ({ req: { url = '/' } }: ServerResponse) =>
  url.slice(CANDOR_ERROR_PAGE.length - '/_global-error'.length);

/** Of the pages which share the most stylesheets with the document, and then the longest start of the path. */
function nearest(appearances: readonly Appearance[], path: string, html: string): Appearance | undefined {
  const rank = ({ head, paths }: Appearance) =>
    1_000 * head.filter((tag) => tag.startsWith('<link') && html.includes(tag)).length +
    Math.max(...paths.map((each) => sharedStart(each, path)));
  return [...appearances].sort((one, other) => rank(other) - rank(one))[0];
}

function sharedStart(one: string, other: string): number {
  const [ofOne = [], ofOther = []] = [one, other].map((path) => path.split(/[/?]/).slice(1));
  const end = ofOne.findIndex((segment, index) => segment === '' || segment !== ofOther[index]);
  return end === -1 ? ofOne.length : end;
}

function withAttributes(tag: string, attributes: ReadonlyMap<string, string>): string {
  const added = Array.from(attributes, ([name, value]) => (tag.includes(` ${name}="`) ? '' : ` ${name}="${value}"`));
  return `${tag.slice(0, -1)}${added.join('')}>`;
}

type Theme = 'light' | 'dark';

const isTheme = (text: string): text is Theme => text === 'light' || text === 'dark';

// As `theme`, `color-mode` or `mui-color-scheme`.
const cookie =
  /(?:^|;\s*)[\w.-]{0,40}(?:theme|mode|scheme)[\w.-]{0,40}=(?:"|%22)?(light|dark)(?:"|%22)?(?=\s*(?:;|$))/i;

export function themeInCookies(cookies = ''): Theme | undefined {
  const theme = cookie.exec(cookies)?.[1]?.toLowerCase() ?? '';
  return isTheme(theme) ? theme : undefined;
}

/** With all attributes by which designs choose a theme. */
function inTheme(attributes: ReadonlyMap<string, string>, theme: Theme): Map<string, string> {
  const classes = attributes.get('class')?.split(/\s+/) ?? [];
  const style = attributes.get('style')?.replace(/(?:^|;)\s*color-scheme:[^;]*/, '') ?? '';
  return new Map([
    ...Array.from(attributes, ([name, value]) => [name, isTheme(value) ? theme : value] as const),
    ['class', [...classes.filter((each) => !isTheme(each)), theme].join(' ')],
    ['data-theme', theme],
    ['data-mode', theme],
    ['style', `color-scheme:${theme};${style}`],
  ]);
}

const nonceOfScripts = /<script[^>]*( nonce="[^"]+")/;

function scriptsOf(response: ServerResponse, html: string, ofApplication: readonly string[], permit?: Permit): string {
  // A policy that is decided, or the team's own, permits the nonce of the document's other scripts; else it would report these.
  const isDecided = response.hasHeader('Content-Security-Policy') || (response.headersSent && permit !== undefined);
  const nonce = isDecided ? nonceOfScripts.exec(html)?.[1] : '';
  if (nonce === undefined) return '';
  const own = isCleared(html) ? [keepScreen] : [];
  if (own[0] && !isDecided) permit?.(response, keepScreen);
  // A policy of Candor's permits those of the application that most documents of the build have.
  return [...ofApplication, ...own].map((script) => `<script${nonce}>${script}</script>`).join('');
}
