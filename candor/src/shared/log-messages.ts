/** Every `msg` of the log, and when it is written. The list in docs/operating.md is compared with this one. */
export const logMessages = {
  'request failed':
    'once for each failed request: `digest`, `method`, `path` without its query, `route`, `routeType`, `release`, `environment`, `error` (`type`, `message`, `stack`, and its `code`, `cause` and `errors`, if any), and the `requestId` and `trace_id` that the request had. A failure that code of the same request has passed to `report()` or to the SDK has that line only. `event` is the event’s id where a library’s own id is the `digest`, and `notCaptured` why there is no event. Where the build has source maps, `stack` names the team’s files, for which the line waits at most 5 s; `"mapped":false` says that no position in it could be mapped. The `routeType` `after` is a failure in `after()`, when the response was sent. `"seen":false` says that no visitor waited for it, as for a page or a cached function that Next revalidates in the background; the event has it as a tag. Past the budget for similar failures a line is short, without error and event: `digest`, `path` and `route`, cut to 100 characters, `dropped` (the reason), and `count` (of the group’s dropped failures so far). A whole line a minute then has `droppedBefore`, the number since the last one',
  'error reported':
    'for every caught error that code passed to `report()` or to `Sentry.captureException`: `digest`, and where it was. `event` and `notCaptured` as above. `sdkEventId` is the id that the SDK returned to that code, where it is neither `digest` nor `event`: the error had an event already',
  'event reported':
    'for every message, event and feedback that code passed to the SDK, as to `Sentry.captureMessage`: its id as `digest`, and its `message`',
  'sdk option failed':
    'the `option` `beforeSend` of the team’s SDK options threw an `error`, returned something else than an event or `null`, or took longer than a second: events go without it. At most once a minute, with the `count` since the start',
  'process failed':
    'for every uncaught exception and unhandled rejection, and when `register()` throws, with a `digest` of its own. `origin` tells which',
  'request rejected':
    'Next cannot read a request, which is its sender’s fault and no event: `reason`, `path` and `digest`, at most one line a minute for each reason, with the `count` since the start',
  'failed response left as it was':
    'Candor’s own code threw an `error` at a failed response, which went out as Next wrote it: at most once a minute, with the `path` of one and the `count` since the start',
  'documents of another build are still being served':
    'pages ask for files below `/_next/static/` that this build never had, because a cache keeps older documents: at most once a minute, with the `count` since the start, the page as `from`, and the `path` of a file',
  'browser report':
    'with the setting `policy`, once a day for each directive and origin that the policy blocks, and for each kind of crash and page: `type` (`csp-violation`, `crash`), `event` and its `state` unless nothing was blocked, `path`, `route`, and `directive`, `blocked`, `disposition`, `source`, how an inline script `begins` and the `remedies`, or the `reason` of a crash. `repeats` is how often it came again in its last day',
  'policy failed':
    'the policy’s own code threw an `error` at a response, whose policy then permits its nonce only: at most once a minute, with the `path` of one and the `count` since the start',
  'policy only reports':
    'Next writes its inline scripts in a form that the policy does not know, so from now on it blocks nothing in this process, and browsers report what it would block. Go back to the version of Next before, or update Candor. `patch not in effect` says which part has changed',
  'patch not in effect':
    'something that Candor relies on in Next, React, the SDK or Node is gone or was seen to fail, once for each `patch`: what the site `loses`, and the `versions`. `GET /monitoring` has all of them, and docs/compatibility.md what each is, or docs/policy.md for the policy. With the `runtime` `browser` a page has said so',
  'source maps cannot be read':
    'once, at the start: the folder that the build wrote with its source maps cannot be read, because of the `error`. Stacks in lines and events name the build’s chunks',
  'the application’s styles cannot be read':
    'once, at the start: the prerendered pages of the build cannot be read, for the `error`. Documents that Candor makes do not look like the application',
  'messages could not be loaded':
    'once, at the start, for each `language` in which the team’s `messages` has no function, or one that threw this `error`: screens have Candor’s own words in it, or are in English',
  'browser reports limited':
    'more new browser reports than 200 an hour, or 1,000 a day: once an hour or a day, with the `limit`',
  'event accepted': 'for every event that came through the tunnel: `event` (its id) and `state`',
  'event not delivered':
    'the service did not accept an event or could not be reached, what was kept of it is gone, or the SDK did not make it, as when an event processor drops it: `event`, `status`, `reason`, `detail`, and in `next` what happens to the event',
  'browser events limited':
    '`BROWSER_EVENTS_PER_HOUR` is used up, or ten times as many in a day: once an hour or a day, with the `limit`',
  'outbox full':
    'past 64 MiB or 10,000 envelopes, or 100 in memory, the oldest events were evicted, from the source that had more: `dropped`, `events`',
  'the outbox cannot be read': 'with the disk’s error as `reason`; stored events wait',
  'the outbox cannot be written':
    'with the disk’s error as `reason`. Until it can, the server’s events wait in memory, and browsers are asked to try again later',
  'the outbox can be read again': 'once, after it could not be read',
  'the outbox can be written again': 'once, after it could not be written',
  'the shared outbox is unavailable':
    'Redis does not reply or refuses to write, with its error as `reason`: once. Until it is back, the server’s events are kept on the disk of this instance, and browsers are asked to try again later',
  'the shared outbox is back':
    'once, after it was unavailable: what this instance has kept meanwhile is in Redis, `moved` in all',
  'the shared outbox may lose events':
    'once, at the start: Redis removes what is kept when its memory is full, by its `maxmemoryPolicy`. Set `noeviction`',
  'reporting is down': 'the service has accepted nothing for a minute or longer: `since`',
  'reporting is up again': 'the service accepts events again',
  'events are delivered within each request':
    'once, first of all, with `LIFETIME=request`, or where a platform freezes or ends a process when its response was sent: the variable that says so as `lifetimeFrom`',
  'not a tested runtime': 'once, at the start, under `bun`, whose version it has: Candor is tested under Node only',
  'reporting is off': 'once, at the start, without a `SENTRY_DSN`',
} as const;

export type Message = keyof typeof logMessages;

export type Log = { [level in 'info' | 'warn' | 'error']: (fields: object, msg: Message) => void };
