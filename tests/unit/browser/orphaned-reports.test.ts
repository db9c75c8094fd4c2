// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { createBrowserOutbox } from '../../../candor/browser/report-storage';
import { installLocks } from './fake-locks';
import { aFailure, aFeedback, keptOf, tamper } from './make-reports';
import { answerFates, leave, takeLeftovers } from './take-orphaned-reports';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ago = (ms: number) => ({ at: new Date(Date.now() - ms) });
const idsOf = (reports: { eventId: string }[]) => reports.map(({ eventId }) => eventId);

beforeEach(async () => {
  localStorage.clear();
  await answerFates();
});

test('captures a failure as it was, with the build that it is of', async () => {
  const locks = installLocks();
  const cause = new RangeError('cause');
  const error = Object.assign(new Error('broken', { cause }), { name: 'ChunkLoadError' });
  const failure = aFailure(error, { breadcrumbs: [{ category: 'ui.click', message: 'a', timestamp: 1 }] });
  leave(locks, failure);
  tamper(failure, { release: 'an earlier build' });
  const [leftover] = (await takeLeftovers(createBrowserOutbox())).captured;
  expect(leftover).toMatchObject({ ...failure, thrown: expect.any(Error), release: 'an earlier build' });
  const thrown = (leftover as { thrown?: Error }).thrown;
  expect(thrown).toMatchObject({ name: error.name, message: error.message, stack: error.stack });
  expect(thrown?.cause).toMatchObject({ name: 'RangeError', message: 'cause', stack: cause.stack });
});

test('captures the text of what was no error, and words that a visitor wrote', async () => {
  const locks = installLocks();
  const [failure, feedback] = [aFailure('text', ago(2)), aFeedback(ago(1))];
  leave(locks, failure, feedback);
  expect((await takeLeftovers(createBrowserOutbox())).captured).toEqual([
    expect.objectContaining({ eventId: failure.eventId, thrown: 'text', at: failure.at }),
    expect.objectContaining({ eventId: feedback.eventId, about: feedback.about, words: 'I slept.', at: feedback.at }),
  ]);
});

test('captures an error that had neither stack nor cause without them', async () => {
  const locks = installLocks();
  leave(locks, aFailure(Object.assign(new Error('broken'), { stack: undefined })));
  const [leftover] = (await takeLeftovers(createBrowserOutbox())).captured;
  expect(leftover).toMatchObject({ thrown: { message: 'broken', stack: undefined } });
  expect((leftover as { thrown?: object }).thrown).not.toHaveProperty('cause');
});

test('asks for no lock where nothing is left', async () => {
  const { held } = installLocks();
  expect((await takeLeftovers(createBrowserOutbox())).ids).toEqual([]);
  expect(held.size).toBe(0);
});

test('takes neither what a living page has in hand nor what is its own', async () => {
  const locks = installLocks();
  const [living, own] = [createBrowserOutbox(), createBrowserOutbox()];
  const [ofLiving, ofOwn, left] = [aFailure(1), aFailure(2), aFailure(3)];
  living.keep(ofLiving);
  own.keep(ofOwn);
  leave(locks, left);
  expect((await takeLeftovers(own)).ids).toEqual([left.eventId]);
  expect(keptOf(ofLiving)).toMatchObject({ page: living.page });
  locks.endPage(living);
  expect((await takeLeftovers(own)).ids).toEqual([ofLiving.eventId]);
});

test('gives the same to one of two pages that ask at once, and to the other when that is gone', async () => {
  const locks = installLocks();
  const left = [aFailure('1', ago(3)), aFailure('2', ago(2))];
  leave(locks, ...left);
  const [one, other] = [createBrowserOutbox(), createBrowserOutbox()];
  const [first, second] = await Promise.all([takeLeftovers(one), takeLeftovers(other)]);
  expect([first.ids, second.ids]).toEqual([idsOf(left), []]);
  expect(keptOf(left[0]!)).toMatchObject({ page: one.page });
  locks.endPage(one);
  expect((await takeLeftovers(other)).ids).toEqual(idsOf(left));
});

test('takes the latest 200, and removes what is older', async () => {
  const locks = installLocks();
  const reports = Array.from({ length: 205 }, (_, index) => aFailure(`${index}`, ago(1_000 - index)));
  leave(locks, ...reports);
  expect((await takeLeftovers(createBrowserOutbox())).ids).toEqual(idsOf(reports.slice(5)));
  expect(reports.slice(0, 5).map(keptOf)).toEqual(Array(5).fill(undefined));
  expect(localStorage).toHaveLength(200);
});

test('removes what is older than 30 days', async () => {
  const locks = installLocks();
  const [old, young] = [aFailure('old', ago(30 * dayMs + minuteMs)), aFailure('young', ago(30 * dayMs - minuteMs))];
  leave(locks, old, young);
  expect((await takeLeftovers(createBrowserOutbox())).ids).toEqual([young.eventId]);
  expect(keptOf(old)).toBeUndefined();
});

test('captures with no later time than now what was kept before the clock was set back', async () => {
  const locks = installLocks();
  const failure = aFailure('ahead', { ...ago(-dayMs), madeAt: 5 });
  leave(locks, failure);
  const [leftover] = (await takeLeftovers(createBrowserOutbox())).captured;
  expect(leftover?.at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(leftover?.madeAt).toBeUndefined();
});

describe('where there are no locks', () => {
  test('takes what is older than five minutes, and leaves the rest alone', async () => {
    const [old, young] = [aFailure('old', ago(5 * minuteMs + 1_000)), aFailure('young', ago(4 * minuteMs))];
    const other = createBrowserOutbox();
    other.keep(old);
    other.keep(young);
    const outbox = createBrowserOutbox();
    expect((await takeLeftovers(outbox)).ids).toEqual([old.eventId]);
    expect(keptOf(old)).toMatchObject({ page: outbox.page });
    expect(keptOf(young)).toMatchObject({ page: other.page });
  });

  test('takes what was kept before the clock was set back by more than that', async () => {
    const [far, near] = [aFailure('far', ago(-dayMs)), aFailure('near', ago(-minuteMs))];
    const other = createBrowserOutbox();
    other.keep(far);
    other.keep(near);
    expect((await takeLeftovers(createBrowserOutbox())).ids).toEqual([far.eventId]);
  });

  test('takes nothing of its own, however old', async () => {
    const outbox = createBrowserOutbox();
    outbox.keep(aFailure('old', ago(dayMs)));
    expect((await takeLeftovers(outbox)).ids).toEqual([]);
  });
});
