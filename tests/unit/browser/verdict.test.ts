import { expect, test } from 'vitest';
import { verdictOfError, verdictOfRequest } from '../../../candor/src/browser/verdict';
import type { ErrorFacts, RequestFacts } from '../../../candor/src/browser/verdict';

// Each row says where it was met: a thread, by repository and number, a document, or `here` for what was seen with this project.

const suspense = 'Suspense Exception: This is not a real error';
const minified = (code: number) => `Error: Minified React error #${code}; visit https://react.dev/errors/${code}`;
const removed = "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.";

/** By verdict. What | where | how it was noticed, and flags (`-`: as a rejection) | whose frames (`-`: none) | type: message */
const errors: Record<string, string> = {
  failure: `
an error of this build | here | - | site | Error: x
a string that this site’s script throws | here | error | site | : x
an inline script of the document | sentry-javascript#2775 | error | site | ReferenceError: x
a difference in hydration | react.dev/errors/418 | - | site | ${minified(418)}
an error that React recovered from | here | recovery | - | Error: x
an extension that wraps what this site calls | whisper-money#568 | - | site, extension | Error: x
this site, called by an extension | whisper-money#568 | - | extension, site | Error: x
an extension that a boundary has caught | here | boundary | extension | Error: x
an extension that the team has reported | here | report | extension | Error: x
this site’s own with the words of a hidden error | here | - filtered | site | Error: Script error.
a tag that calls back into this site | here | - | other site, site | Error: x
an error of the callback of a transition | romm#4570 | - | site | Error: Could not update the DOM.
an error of this site about a transition | here | - | site | Error: The transition has no name.
an abort that a boundary has caught | here | boundary | site | AbortError: x
a time limit of the team | developer.mozilla.org/docs/Web/API/AbortSignal/timeout_static | - | - | TimeoutError: signal timed out
a state that is wrong elsewhere | here | - | site | InvalidStateError: The object is in an invalid state.
React, on a page that nobody translated | checklistbank#1669 | boundary | site | NotFoundError: ${removed}
another error of a translated page | here | - translated | site | TypeError: x
a plain object that code has reported | appsmith#23972 | sdk | - | Error: Object captured as exception with keys: code
a message of the SDK | here | sdk | - | :
`,
  'React suspends': `
what use throws | react.dev/errors/460 | - | site | Error: ${suspense}! It's an implementation detail
what a commit throws | react.dev/errors/474 | - | site | Error: ${suspense}, and should not leak
the same in production, 460 | react.dev/errors/460 | - | site | ${minified(460)}
the same in production, 474 | react.dev/errors/474 | - | site | ${minified(474)}
the same in production, 542 | react.dev/errors/542 | - | site | ${minified(542)}
the same, that code has reported | here | sdk | site | ${minified(542)}
`,
  'an extension': `
an extension in a timer | sentry-javascript#2775 | error | extension | Error: x
an extension that rejects | sentry-javascript#2380 | - | extension, extension | Error: x
a wallet that could not connect | gitpod-io/memo#1400 | - | extension | i: Failed to connect to MetaMask
a masked frame of Safari | sentry-javascript#7993 | - | extension, unknown | Error: x
one that runs through a script of another site | relay#2408 | - | other site, extension | Error: x
`,
  'a script of another site': `
an error that the browser hides | developer.mozilla.org/docs/Web/API/Window/error_event | error filtered | - | Error: Script error.
the same without a full stop | sentry-javascript eventFilters | error filtered | - | Error: Script error
a tag of another site | sentry-javascript#2775 | - | other site | Error: x
the same in a frame without a name | here | - | unknown, other site | Error: x
`,
  'a script that something in front of the site wrote': `
a challenge that a proxy wrote | developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint | - | in front | Error: x
the same, and a tag | here | - | in front, other site | Error: x
`,
  'ignored by the SDK': `
a text of the SDK’s list | sentry-javascript eventFilters | - filtered | site | Error: ResizeObserver loop completed with undelivered notifications.
the same, captured by code | sentry-javascript eventFilters | sdk filtered | site | Error: x
`,
  'a view transition was skipped': `
a transition that another replaced | csswg-drafts#13463 | - | - | AbortError: Transition was skipped
the same in WebKit | inertia#3165 | - | - | AbortError: Old view transition aborted by new view transition.
one in a tab that was hidden | inertia#3230 | - | - | InvalidStateError: Transition was aborted because of invalid state
one whose callback took too long | heroui#6674 | - | - | TimeoutError: Transition was aborted because of timeout in DOM update
`,
  'aborted on purpose': `
a request that the team aborted | here | - | site | AbortError: signal is aborted without reason
a video that was paused | developer.chrome.com/blog/play-request-was-interrupted | - | - | AbortError: The play() request was interrupted by a call to pause().
`,
  translated: `
React, on a text that was replaced | react#11538 | boundary translated | site | NotFoundError: ${removed}
the same in the window | react#26048 | error translated | site | NotFoundError: ${removed}
`,
  unknown: `
a plain object | sentry-javascript#2546 | - | - | UnhandledRejection: Object captured as promise rejection with keys: code
a string | sentry-javascript#6199 | - | - | UnhandledRejection: Timeout
an extension without frames | briOS#2290 | - | - | Error: Invalid call to runtime.sendMessage(). Tab not found.
frames without names alone | here | - | unknown, unknown | Error: x
the browser’s own, without frames | developer.mozilla.org/docs/Web/API/HTMLMediaElement/play | - | - | NotAllowedError: play() failed because the user did not interact with the document first.
a string that was thrown, by a script that the window does not name | here | error | - | : x
`,
};

const rowsOf = ([verdict, text]: [string, string]) =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [[...line.split(' | '), verdict]]));

test.each(Object.entries(errors).flatMap(rowsOf))(
  '%s (%s; %s; frames: %s)',
  (_, __, how = '', frames, text = '', is) => {
    const [noticedBy, flag] = how.replace(/^-/, 'unhandledrejection').split(' ');
    const origins = frames === '-' ? [] : frames?.split(', ');
    const [, type, message] = /^(\w*): ?(.*)$/.exec(text) ?? [];
    const flags = { isTranslated: flag === 'translated', isFiltered: flag === 'filtered' };
    const verdict = verdictOfError({ type, message, noticedBy, origins, ...flags } as ErrorFacts);
    expect(verdict.is === 'ignored' ? verdict.reason : verdict.is).toBe(is);
  },
);

const response = { status: 200, type: 'text/html', isOfSite: false, lacksIt: false, isOtherBuild: false };
const answered = (status: number, more: Partial<typeof response> = {}) => ({
  response: { ...response, status, ...more },
});
const threw = (message: string, type = 'TypeError') => ({ thrown: { type, message } });
const gone = { lacksIt: true, isOtherBuild: true };
const offline = { isOnline: false };
const chunk = 'chunk';
const navigation = 'navigation';
const inGerman = 'Die Netzwerkverbindung wurde unterbrochen.';
const ofSite = { isOfSite: true };

const nginx = 'nginx.org/en/docs/http/ngx_http_core_module';
const fetchFailed = threw('NetworkError when attempting to fetch resource.');
const isBegun = true;

type Row = [what: string, source: string, asked: RequestFacts['asked'], Partial<RequestFacts>, verdict: string];

test.each<Row>([
  ['Chromium, without a network', 'sentry-javascript#2546', 'action', threw('Failed to fetch'), 'unreachable'],
  ['the same with a host', 'here', 'action', threw('Failed to fetch (site.test)'), 'unreachable'],
  ['Firefox, without a network', 'sentry-javascript#2546', navigation, fetchFailed, 'unreachable'],
  ['WebKit, without a network', 'sentry-javascript#2546', navigation, threw('Load failed'), 'unreachable'],
  ['an older Safari, online', 'webkit.org/b/213943', 'action', threw(inGerman), 'as it is'],
  ['an older Safari, offline', 'webkit.org/b/213943', 'action', { ...threw(inGerman), ...offline }, 'unreachable'],
  ['a chunk that was reset', 'next.js#63918', chunk, threw('Failed to fetch'), 'unreachable'],
  ['a name that no header may have', 'here', 'action', threw("Failed to execute 'fetch'"), 'as it is'],
  ['a navigation that Next has aborted', 'here', navigation, threw('aborted', 'AbortError'), 'as it is'],
  ['a time limit', 'here', 'action', threw('signal timed out', 'TimeoutError'), 'as it is'],
  ['another type, offline', 'here', 'action', { ...threw('Failed to fetch', 'Error'), ...offline }, 'as it is'],

  // While a response is read.
  ['Chromium', 'next.js#59515', 'action', { ...threw('network error'), isBegun }, 'cut'],
  ['Firefox', 'bugzilla.mozilla.org/1850253', 'action', { ...threw('Error in input stream'), isBegun }, 'cut'],
  ['WebKit', 'here', navigation, { ...threw('Load failed'), isBegun }, 'cut'],
  ['one that another replaced', 'here', 'action', { ...threw('aborted', 'AbortError'), isBegun }, 'as it is'],

  // Of a proxy, or of the site.
  ['a proxy without its site', 'next.js#49138', 'action', answered(502), 'not responding'],
  ['a proxy, in a deployment', 'next.js#49138', navigation, answered(503), 'not responding'],
  ['a proxy that waited', 'here', 'action', answered(504), 'not responding'],
  ['a page that says 503 itself', 'here', navigation, answered(503, ofSite), 'as it is'],
  ['a failure of the site', 'here', 'action', answered(500, ofSite), 'as it is'],
  ['a page that is missing', 'here', navigation, answered(404), 'as it is'],

  // Refused on the way.
  ['an upload that nginx refuses', nginx, 'action', answered(413), 'refused 413'],
  ['a firewall', 'developers.cloudflare.com/waf', 'action', answered(403), 'refused 403'],
  ['a gateway that speaks JSON', 'here', 'action', answered(403, { type: 'application/json' }), 'refused 403'],
  ['a challenge with 200', 'developers.cloudflare.com/cloudflare-challenges', 'action', answered(200), 'refused 200'],
  ['the limit of the site itself', 'next.js#57501', 'action', answered(413, ofSite), 'as it is'],
  ['a challenge for a navigation', 'here', navigation, answered(403), 'as it is'],
  ['a response of Next’s', 'here', 'action', answered(200, { ...ofSite, type: 'text/x-component' }), 'as it is'],

  // Another build.
  ['an action of an older build', 'next.js#58387', 'action', answered(404, { ...ofSite, ...gone }), 'skew'],
  ['the same, of this build', 'next.js#58387', 'action', answered(404, { ...ofSite, lacksIt: true }), 'as it is'],
  ['a chunk of an older build', 'next.js#63918', chunk, answered(404, gone), 'skew'],
  ['a chunk that its own build lacks', 'here', chunk, answered(404, { lacksIt: true }), 'as it is'],
  ['a chunk of another zone', 'here', chunk, { ...answered(404, { lacksIt: true }), isNavigating: true }, 'elsewhere'],
  ['a chunk of an older build, by a link', 'here', chunk, { ...answered(404, gone), isNavigating: true }, 'skew'],
  ['a chunk past a rate limit', 'next.js#44475', chunk, answered(429), 'not responding'],
  ['a chunk whose server fails', 'here', chunk, answered(500), 'not responding'],
  ['a chunk that a firewall refuses', 'here', chunk, answered(403), 'as it is'],
  ['a chunk that is there', 'here', chunk, answered(200), 'as it is'],
])('%s (%s), of a request for: %s', (_, _source, asked, facts, expected) => {
  const verdict = verdictOfRequest({ asked, isOnline: true, ...facts });
  const more = verdict.is === 'refused' ? ` ${verdict.status}` : '';
  expect(verdict.is === 'outage' ? verdict.cause : verdict.is + more).toBe(expected);
});
