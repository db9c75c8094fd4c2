// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { parseStoredReport } from '../../../candor/browser/parse-stored-report';
import { createReportStorage } from '../../../candor/browser/report-storage';
import { takeConsole } from '../../support/quiet-console';
import { aFailure, aFeedback, fillStorage, forbidStorage, keyOf, storedFor } from './make-reports';

beforeEach(() => localStorage.clear());

test('stores a failure with the fields that its event needs, until it is removed', () => {
  const storage = createReportStorage();
  const error = new TypeError('broken');
  const failure = aFailure(error, { breadcrumbs: [{ category: 'ui.click', message: 'a', timestamp: 1 }] });
  expect(storage.save(failure)).toBe(true);
  expect(storedFor(failure)).toEqual({
    ...failure,
    at: failure.at.toISOString(),
    thrown: { name: 'TypeError', message: 'broken', stack: error.stack },
    page: storage.page,
    release: 'this build',
  });
  storage.remove(failure.eventId);
  expect(storedFor(failure)).toBeUndefined();
});

test('stores feedback as it is', () => {
  const storage = createReportStorage();
  const feedback = aFeedback();
  expect(storage.save(feedback)).toBe(true);
  expect(storedFor(feedback)).toEqual({ ...feedback, at: feedback.at.toISOString(), page: storage.page });
});

test('stores an event of the application, and reads it again', () => {
  const storage = createReportStorage();
  const { eventId, at, url, release, breadcrumbs } = aFailure(undefined);
  const report = { eventId, at, url, release, breadcrumbs, event: { message: 'words' }, scopes: [] };
  expect(storage.save(report)).toBe(true);
  expect(parseStoredReport(localStorage.getItem(keyOf(report)) ?? '')).toMatchObject({ ...report, isStored: true });
});

test('finds the reports of every page, and ignores foreign keys', () => {
  localStorage.setItem('theme', 'dark');
  const failure = aFailure('broken');
  expect(createReportStorage().hasAny()).toBe(false);
  createReportStorage().save(failure);
  expect(createReportStorage().hasAny()).toBe(true);
  createReportStorage().remove(failure.eventId);
  expect(createReportStorage().hasAny()).toBe(false);
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('does without storage where the browser forbids it, and warns', () => {
  forbidStorage();
  const storage = createReportStorage();
  expect(storage.save(aFailure('broken'))).toBe(false);
  expect(storage.hasAny()).toBe(false);
  expect(storage.remove('x')).toBe(false);
  expect(takeConsole('warn')).toEqual(Array(3).fill(expect.stringContaining('SecurityError')));
});

test('returns false for a report that a full storage rejects, and warns', () => {
  fillStorage();
  const failure = aFailure('broken');
  expect(createReportStorage().save(failure)).toBe(false);
  expect(storedFor(failure)).toBeUndefined();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('QuotaExceededError')]);
});
