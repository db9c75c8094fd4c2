import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { notFound, redirect } from 'next/navigation';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestContext, runInContext } from '../../../candor/src/http/request-context';
import { createUnheard, reportUnheard } from '../../../candor/src/server/unheard';
import { noteHeard, shownDigestOf } from '../../../candor/src/server/shown-digest';
import { newEventId } from '../../../candor/src/shared/digest';
import { installTestContext } from './test-context';

type Unheard = ReturnType<typeof createUnheard>;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers().unstubAllEnvs());

const ended = { writableEnded: true } as ServerResponse;
const error = new Error('broken');

/** What is reported of what happens in a request, two seconds after its response is over. */
async function reportedOf(happens: (unheard: Unheard) => void, response: ServerResponse | undefined = ended) {
  const failed = installTestContext();
  runInContext({ request: { headers: {} }, response }, () => happens(createUnheard(reportUnheard)));
  await vi.advanceTimersByTimeAsync(2_000);
  return failed;
}

test('an error that Next calls no hook for is not seen, under the digest that it was given', async () => {
  const failed = await reportedOf(({ given }) => given('a string', 'given'));
  expect(failed).toMatchObject([['a string', { digest: 'given', seen: false }]]);
});

test('an object that Next has made an error of has the digest of that error', async () => {
  const thrown = { code: 7 };
  const given = newEventId();
  const failed = await reportedOf((unheard) => unheard.given(thrown, given));
  expect(failed).toMatchObject([[thrown, { digest: given }]]);
  expect(shownDigestOf(thrown)).toBe(given);
});

test('an error that passes through two cached functions is reported once, when both are done', async () => {
  const failed = await reportedOf(({ given, written }) => {
    given(error, 'one');
    written('one');
    given(error, 'one');
  });
  expect(failed).toHaveLength(1);
});

for (const { what, happens } of [
  { what: 'an error that its caller receives', happens: ({ given, written }) => (given(error, 'one'), written('one')) },
  {
    what: 'an error that Next calls its hook for',
    happens: ({ given }) => (noteHeard(requestContext()?.request, 'one'), given(error, 'one')),
  },
  { what: 'a render that was aborted', happens: ({ given }) => given(error, undefined) },
  { what: '`notFound()`', happens: ({ given }) => given(thrownBy(notFound), 'one') },
  {
    what: '`redirect()`',
    happens: ({ given }) =>
      given(
        thrownBy(() => redirect('/')),
        'one',
      ),
  },
  {
    what: 'a bail-out to the browser',
    happens: ({ given }) => given(withDigest('BAILOUT_TO_CLIENT_SIDE_RENDERING'), 'BAILOUT_TO_CLIENT_SIDE_RENDERING'),
  },
  { what: 'a postponed render', happens: ({ given }) => given(withDigest('HANGING_PROMISE_REJECTION'), 'one') },
] satisfies { what: string; happens: (unheard: Unheard) => void }[]) {
  test(`${what} is nothing that nobody saw`, async () => {
    expect(await reportedOf(happens)).toEqual([]);
  });
}

test('nothing is reported of a development server, of no request, and while a visitor waits', async () => {
  const given = (unheard: Unheard) => unheard.given(error, 'one');
  const response = Object.assign(new EventEmitter(), { writableEnded: false });
  const failed = await reportedOf(given, response as unknown as ServerResponse);
  expect(failed).toEqual([]);
  response.emit('close');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(failed).toHaveLength(1);

  createUnheard(reportUnheard).given(error, 'one');
  vi.stubEnv('NODE_ENV', 'development');
  expect(await reportedOf(given)).toEqual([]);
});

test('no more than 1,000 wait at once', async () => {
  const failed = await reportedOf(({ given }) => {
    for (let index = 0; index < 1_001; index += 1) given(error, `${index}`);
  });
  expect(failed).toHaveLength(1_000);
});

const withDigest = (digest: string) => Object.assign(new Error(digest), { digest });

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}
