// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { createBrowserOutbox } from '../../../candor/browser/report-storage';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { installLocks, stubLocks } from './fake-locks';
import { aFailure, aFeedback, fillStorage, forbidStorage, keptOf } from './make-reports';

beforeEach(() => localStorage.clear());

test('keeps a failure with what its event needs, until its fate is known', () => {
  const outbox = createBrowserOutbox();
  const error = new TypeError('broken');
  const failure = aFailure(error, { breadcrumbs: [{ category: 'ui.click', message: 'a', timestamp: 1 }] });
  expect(outbox.keep(failure)).toBe(true);
  expect(keptOf(failure)).toEqual({
    ...failure,
    at: failure.at.toISOString(),
    thrown: { name: 'TypeError', message: 'broken', stack: error.stack },
    page: outbox.page,
    release: '',
  });
  outbox.remove(failure.eventId);
  expect(keptOf(failure)).toBeUndefined();
});

test("keeps a visitor's words as they are", () => {
  const outbox = createBrowserOutbox();
  const feedback = aFeedback();
  expect(outbox.keep(feedback)).toBe(true);
  expect(keptOf(feedback)).toEqual({ ...feedback, at: feedback.at.toISOString(), page: outbox.page, release: '' });
});

test('knows whether there is anything, of whichever page, and nothing of what others keep', () => {
  localStorage.setItem('theme', 'dark');
  const failure = aFailure('broken');
  expect(createBrowserOutbox().hasAny()).toBe(false);
  createBrowserOutbox().keep(failure);
  expect(createBrowserOutbox().hasAny()).toBe(true);
  createBrowserOutbox().remove(failure.eventId);
  expect(createBrowserOutbox().hasAny()).toBe(false);
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('goes without where the browser forbids its storage, and says so', () => {
  forbidStorage();
  const outbox = createBrowserOutbox();
  expect(outbox.keep(aFailure('broken'))).toBe(false);
  expect(outbox.hasAny()).toBe(false);
  expect(outbox.remove('x')).toBe(false);
  expect(takeConsole('warn')).toEqual(Array(3).fill(expect.stringContaining('SecurityError')));
});

test('says that it has not kept what the storage has no room for', () => {
  fillStorage();
  const failure = aFailure('broken');
  expect(createBrowserOutbox().keep(failure)).toBe(false);
  expect(keptOf(failure)).toBeUndefined();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('QuotaExceededError')]);
});

describe('the lock that shows a page to be living', () => {
  test('is not taken before the first report, and then once', async () => {
    const { held } = installLocks();
    const outbox = createBrowserOutbox();
    outbox.hasAny();
    outbox.remove('x');
    expect(held.size).toBe(0);
    outbox.keep(aFailure('broken'));
    outbox.keep(aFailure('broken'));
    expect([...held]).toEqual([outbox.page]);
    expect((await navigator.locks.query()).pending).toEqual([]);
  });

  test('is one for each page', () => {
    const { held } = installLocks();
    createBrowserOutbox().keep(aFailure('broken'));
    createBrowserOutbox().keep(aFailure('broken'));
    expect(held.size).toBe(2);
  });

  test('is done without where the browser refuses it, and the report is kept', async () => {
    stubLocks({ request: () => Promise.reject(new DOMException('no locks here', 'SecurityError')) });
    const failure = aFailure('broken');
    expect(createBrowserOutbox().keep(failure)).toBe(true);
    expect(keptOf(failure)).toBeDefined();
    const warned = await waitUntil('the warning', () => takeConsole('warn')[0]);
    expect(warned).toContain('no locks here');
  });
});
