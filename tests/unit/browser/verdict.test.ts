import { expect, test } from 'vitest';
import { verdictOf, type ErrorFacts, type Origin, type RequestFacts } from '../../../candor/src/browser/verdict';

// Each row with where it was met: a thread, by repository and number, a document, or `here` for what was seen with this project.

const failure: ErrorFacts = {
  type: 'Error',
  message: 'x',
  noticedBy: 'unhandledrejection',
  origins: ['site'],
  isTranslated: false,
  isFiltered: false,
};
const foreign = (...origins: Origin[]): Partial<ErrorFacts> => ({ origins });
const rejected = (type: string, message: string, more: Partial<ErrorFacts> = {}): Partial<ErrorFacts> => ({
  ...{ type, message, origins: [] },
  ...more,
});
const suspense = 'Suspense Exception: This is not a real error';
const minified = (code: number) => `Minified React error #${code}; visit https://react.dev/errors/${code}`;
const removed = "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.";
const replaced = 'Transition was aborted because of invalid state';
const translated = { isTranslated: true };

const extension = 'an extension';
const otherSite = 'a script of another site';
const inFront = 'a script that something in front of the site wrote';
const skipped = 'a view transition was skipped';
const aborted = 'aborted on purpose';
const suspends = 'React suspends';

const rows: [what: string, source: string, unlike: Partial<ErrorFacts>, verdict: string][] = [
  ['an error of this build', 'here', {}, 'failure'],
  ['an error of the window, with frames', 'here', { noticedBy: 'error' }, 'failure'],
  ['a string that this site’s script throws', 'here', { noticedBy: 'error', type: '', message: 'x' }, 'failure'],
  ['a script of this build that cannot be parsed', 'here', { noticedBy: 'error', type: 'SyntaxError' }, 'failure'],
  [
    'an inline script of the document',
    'sentry-javascript#2775',
    { noticedBy: 'error', type: 'ReferenceError' },
    'failure',
  ],

  // What React throws to itself.
  ['what `use` throws', 'react.dev/errors/460', { message: `${suspense}! It's an implementation detail` }, suspends],
  ['what a commit throws', 'react.dev/errors/474', { message: `${suspense}, and should not leak` }, suspends],
  ['the same in production, 460', 'react.dev/errors/460', { message: minified(460) }, suspends],
  ['the same in production, 474', 'react.dev/errors/474', { message: minified(474) }, suspends],
  ['the same in production, 542', 'react.dev/errors/542', { message: minified(542) }, suspends],
  ['the same, that code has reported', 'here', { message: minified(542), noticedBy: 'sdk' }, suspends],
  ['a difference in hydration', 'react.dev/errors/418', { message: minified(418) }, 'failure'],
  ['an error that React recovered from', 'here', { noticedBy: 'recovery', origins: [] }, 'failure'],

  // Extensions, and what apps bring along.
  ['an extension in a timer', 'sentry-javascript#2775', { noticedBy: 'error', origins: ['extension'] }, extension],
  ['an extension that rejects', 'sentry-javascript#2380', foreign('extension', 'extension'), extension],
  [
    'a wallet that could not connect',
    'gitpod-io/memo#1400',
    rejected('i', 'Failed to connect to MetaMask', foreign('extension')),
    extension,
  ],
  ['a masked frame of Safari', 'sentry-javascript#7993', foreign('extension', 'unknown'), extension],
  ['one that runs through a script of another site', 'relay#2408', foreign('other site', 'extension'), extension],
  ['one that wraps what this site calls', 'whisper-money#568', foreign('site', 'extension'), 'failure'],
  ['this site, called by an extension', 'whisper-money#568', foreign('extension', 'site'), 'failure'],
  ['one that a boundary has caught', 'here', { ...foreign('extension'), noticedBy: 'boundary' }, 'failure'],
  ['one that the team has reported', 'here', { ...foreign('extension'), noticedBy: 'report' }, 'failure'],
  ['one that the team has captured', 'here', { ...foreign('extension'), noticedBy: 'sdk' }, 'failure'],

  // Scripts of other sites.
  [
    'an error that the browser hides',
    'developer.mozilla.org/docs/Web/API/Window/error_event',
    { noticedBy: 'error', type: 'Error', message: 'Script error.', origins: [], isFiltered: true },
    otherSite,
  ],
  [
    'the same without a full stop',
    'sentry-javascript eventFilters',
    { noticedBy: 'error', message: 'Script error', origins: [], isFiltered: true },
    otherSite,
  ],
  ['this site’s own with these words', 'here', { message: 'Script error.', isFiltered: true }, 'failure'],
  ['a tag of another site', 'sentry-javascript#2775', foreign('other site'), otherSite],
  ['the same in a frame without a name', 'here', foreign('unknown', 'other site'), otherSite],
  ['a tag that calls back into this site', 'here', foreign('other site', 'site'), 'failure'],
  [
    'a challenge that a proxy wrote',
    'developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint',
    foreign('in front'),
    inFront,
  ],
  ['the same, and a tag', 'here', foreign('in front', 'other site'), inFront],

  // What the SDK drops, as others of its users are used to.
  [
    'a text of the SDK’s list',
    'sentry-javascript eventFilters',
    { message: 'ResizeObserver loop completed with undelivered notifications.', isFiltered: true },
    'ignored by the SDK',
  ],
  [
    'the same, captured by code',
    'sentry-javascript eventFilters',
    { noticedBy: 'sdk', isFiltered: true },
    'ignored by the SDK',
  ],

  // What the platform rejects by itself.
  [
    'a transition that another replaced',
    'csswg-drafts#13463',
    rejected('AbortError', 'Transition was skipped'),
    skipped,
  ],
  [
    'the same in WebKit',
    'inertia#3165',
    rejected('AbortError', 'Old view transition aborted by new view transition.'),
    skipped,
  ],
  ['one in a tab that was hidden', 'inertia#3230', rejected('InvalidStateError', replaced), skipped],
  [
    'one that the way back skipped',
    'csswg-drafts#13726',
    rejected('AbortError', 'Transition was skipped because the document is hidden.'),
    skipped,
  ],
  [
    'one whose callback took too long',
    'heroui#6674',
    rejected('TimeoutError', 'Transition was aborted because of timeout in DOM update'),
    skipped,
  ],
  ['an error of its callback', 'romm#4570', { message: 'Could not update the DOM.' }, 'failure'],
  ['an error of this site about a transition', 'here', { message: 'The transition has no name.' }, 'failure'],
  [
    'a request that the team aborted',
    'here',
    rejected('AbortError', 'signal is aborted without reason', foreign('site')),
    aborted,
  ],
  ['the same in Firefox', 'here', rejected('AbortError', 'The operation was aborted. '), aborted],
  ['the same in WebKit', 'here', rejected('AbortError', 'Fetch is aborted'), aborted],
  [
    'a video that was paused while it loaded',
    'developer.chrome.com/blog/play-request-was-interrupted',
    rejected('AbortError', 'The play() request was interrupted by a call to pause().'),
    aborted,
  ],
  ['an abort that a boundary has caught', 'here', { type: 'AbortError', noticedBy: 'boundary' }, 'failure'],
  [
    'a time limit of the team',
    'developer.mozilla.org/docs/Web/API/AbortSignal/timeout_static',
    rejected('TimeoutError', 'signal timed out'),
    'failure',
  ],
  [
    'a state that is wrong elsewhere',
    'here',
    rejected('InvalidStateError', 'The object is in an invalid state.', foreign('site')),
    'failure',
  ],

  // Translated pages.
  [
    'React, on a text that was replaced',
    'react#11538',
    { type: 'NotFoundError', message: removed, noticedBy: 'boundary', ...translated },
    'translated',
  ],
  [
    'the same in the window',
    'react#26048',
    { type: 'NotFoundError', message: removed, noticedBy: 'error', ...translated },
    'translated',
  ],
  [
    'the same in WebKit',
    'react#17256',
    { type: 'NotFoundError', message: 'The object can not be found here.', noticedBy: 'boundary', ...translated },
    'translated',
  ],
  [
    'the same on a page that nobody translated',
    'checklistbank#1669',
    { type: 'NotFoundError', message: removed, noticedBy: 'boundary' },
    'failure',
  ],
  ['another error of a translated page', 'here', { type: 'TypeError', ...translated }, 'failure'],

  // Nobody can know.
  [
    'a plain object',
    'sentry-javascript#2546',
    rejected('UnhandledRejection', 'Object captured as promise rejection with keys: code'),
    'unknown',
  ],
  [
    'the code of a wallet',
    'sentry#119463',
    rejected('UnhandledRejection', 'Object captured as promise rejection with keys: code, message'),
    'unknown',
  ],
  ['a string', 'sentry-javascript#6199', rejected('UnhandledRejection', 'Timeout'), 'unknown'],
  [
    'a bridge between a browser and its app',
    'kody-video#129',
    rejected('UnhandledRejection', 'Object Not Found Matching Id:1, MethodName:update, ParamCount:4'),
    'unknown',
  ],
  [
    'an extension without frames',
    'briOS#2290',
    rejected('Error', 'Invalid call to runtime.sendMessage(). Tab not found.'),
    'unknown',
  ],
  ['frames without names alone', 'here', foreign('unknown', 'unknown'), 'unknown'],
  [
    'the browser’s own, without frames',
    'developer.mozilla.org/docs/Web/API/HTMLMediaElement/play',
    rejected('NotAllowedError', 'play() failed because the user did not interact with the document first.'),
    'unknown',
  ],
  [
    'a string that was thrown, by a script that the window does not name',
    'here',
    { noticedBy: 'error', type: '', message: 'x', origins: [] },
    'unknown',
  ],
  [
    'a plain object that code has reported',
    'appsmith#23972',
    rejected('Error', 'Object captured as exception with keys: code', { noticedBy: 'sdk' }),
    'failure',
  ],
  ['a message of the SDK', 'here', rejected('', '', { noticedBy: 'sdk' }), 'failure'],
];

test.each(rows)('%s (%s)', (_, _source, unlike, expected) => {
  const verdict = verdictOf({ ...failure, ...unlike });
  expect(verdict.is === 'ignored' ? verdict.reason : verdict.is).toBe(expected);
});

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

const requests: [what: string, source: string, asked: RequestFacts['asked'], Partial<RequestFacts>, verdict: string][] =
  [
    ['Chromium, without a network', 'sentry-javascript#2546', 'action', threw('Failed to fetch'), 'unreachable'],
    ['the same with a host', 'here', 'action', threw('Failed to fetch (site.test)'), 'unreachable'],
    [
      'Firefox, without a network',
      'sentry-javascript#2546',
      navigation,
      threw('NetworkError when attempting to fetch resource.'),
      'unreachable',
    ],
    ['WebKit, without a network', 'sentry-javascript#2546', navigation, threw('Load failed'), 'unreachable'],
    ['an older Safari, online', 'webkit.org/b/213943', 'action', threw(inGerman), 'as it is'],
    ['an older Safari, offline', 'webkit.org/b/213943', 'action', { ...threw(inGerman), ...offline }, 'unreachable'],
    ['a chunk that was reset', 'next.js#63918', chunk, threw('Failed to fetch'), 'unreachable'],
    ['a name that no header may have', 'here', 'action', threw("Failed to execute 'fetch'"), 'as it is'],
    ['a navigation that Next has aborted', 'here', navigation, threw('aborted', 'AbortError'), 'as it is'],
    ['a time limit', 'here', 'action', threw('signal timed out', 'TimeoutError'), 'as it is'],
    ['another type, offline', 'here', 'action', { ...threw('Failed to fetch', 'Error'), ...offline }, 'as it is'],

    // While a response is read.
    ['Chromium', 'next.js#59515', 'action', { ...threw('network error'), isBegun: true }, 'cut'],
    ['Firefox', 'bugzilla.mozilla.org/1850253', 'action', { ...threw('Error in input stream'), isBegun: true }, 'cut'],
    ['WebKit', 'here', navigation, { ...threw('Load failed'), isBegun: true }, 'cut'],
    [
      'an action that another replaced',
      'here',
      'action',
      { ...threw('aborted', 'AbortError'), isBegun: true },
      'as it is',
    ],

    // Of a proxy, or of the site.
    ['a proxy without its site', 'next.js#49138', 'action', answered(502), 'not responding'],
    ['a proxy, in a deployment', 'next.js#49138', navigation, answered(503), 'not responding'],
    ['a proxy that waited', 'here', 'action', answered(504), 'not responding'],
    ['a page that says 503 itself', 'here', navigation, answered(503, ofSite), 'as it is'],
    ['a failure of the site', 'here', 'action', answered(500, ofSite), 'as it is'],
    ['a page that is missing', 'here', navigation, answered(404), 'as it is'],

    // Refused on the way.
    [
      'an upload that nginx refuses',
      'nginx.org/en/docs/http/ngx_http_core_module',
      'action',
      answered(413),
      'refused 413',
    ],
    ['a firewall', 'developers.cloudflare.com/waf', 'action', answered(403), 'refused 403'],
    ['a rate limit', 'nginx.org/en/docs/http/ngx_http_limit_req_module', 'action', answered(429), 'refused 429'],
    ['a gateway that speaks JSON', 'here', 'action', answered(403, { type: 'application/json' }), 'refused 403'],
    ['a challenge with 200', 'developers.cloudflare.com/cloudflare-challenges', 'action', answered(200), 'refused 200'],
    ['a page of signing in, of a proxy', 'oauth2-proxy#1520', 'action', answered(401), 'refused 401'],
    ['the limit of the site itself', 'next.js#57501', 'action', answered(413, ofSite), 'as it is'],
    ['what the site’s own proxy.ts forbids', 'here', 'action', answered(403, ofSite), 'as it is'],
    ['a challenge for a navigation', 'here', navigation, answered(403), 'as it is'],
    ['a response of Next’s', 'here', 'action', answered(200, { ...ofSite, type: 'text/x-component' }), 'as it is'],

    // Another build.
    ['an action of an older build', 'next.js#58387', 'action', answered(404, { ...ofSite, ...gone }), 'skew'],
    ['the same, of this build', 'next.js#58387', 'action', answered(404, { ...ofSite, lacksIt: true }), 'as it is'],
    ['a chunk of an older build', 'next.js#63918', chunk, answered(404, gone), 'skew'],
    ['a chunk that its own build lacks', 'here', chunk, answered(404, { lacksIt: true }), 'as it is'],
    [
      'a chunk of another zone',
      'here',
      chunk,
      { ...answered(404, { lacksIt: true }), isNavigating: true },
      'elsewhere',
    ],
    ['a chunk of an older build, by a link', 'here', chunk, { ...answered(404, gone), isNavigating: true }, 'skew'],
    ['a chunk past a rate limit', 'next.js#44475', chunk, answered(429), 'not responding'],
    [
      'the same with the status of nginx',
      'nginx.org/en/docs/http/ngx_http_limit_req_module',
      chunk,
      answered(503),
      'not responding',
    ],
    ['a chunk whose server fails', 'here', chunk, answered(500), 'not responding'],
    ['a chunk that a firewall refuses', 'here', chunk, answered(403), 'as it is'],
    ['a chunk that is there', 'here', chunk, answered(200), 'as it is'],
  ];

test.each(requests)('%s (%s), of a request for: %s', (_, _source, asked, facts, expected) => {
  const verdict = verdictOf({ asked, isOnline: true, ...facts });
  const more = verdict.is === 'refused' ? ` ${verdict.status}` : '';
  expect(verdict.is === 'outage' ? verdict.cause : verdict.is + more).toBe(expected);
});
