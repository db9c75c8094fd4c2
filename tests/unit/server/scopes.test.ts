import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { getDefaultCurrentScope, getDefaultIsolationScope, type Client } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { leaveRequest, runInContext } from '../../../candor/src/http/request-context';
import { isolateRequests } from '../../../candor/src/server/scopes';
import { forgetSdk, inRequest } from './in-request';

const client = { name: 'forwarding' } as unknown as Client;
const ownTags = () => Sentry.getIsolationScope().getScopeData().tags;

beforeEach(() => {
  forgetSdk();
  isolateRequests(client);
});

test('what a request sets is in that request only, also after waiting', async () => {
  const tagsOf = (name: string) =>
    inRequest(async () => {
      Sentry.setTag('name', name);
      await Promise.resolve(); // The other request sets its tag.
      Sentry.setTag(name, 'yes');
      return ownTags();
    });
  const [ofA, ofB] = await Promise.all([tagsOf('a'), tagsOf('b')]);
  expect(ofA).toEqual({ name: 'a', a: 'yes' });
  expect(ofB).toEqual({ name: 'b', b: 'yes' });
  expect(ownTags()).toEqual({});
  expect(inRequest(ownTags)).toEqual({});
});

test('what is set outside of requests is in all that come later', () => {
  Sentry.setTag('set_at_start', 'yes');
  expect(inRequest(ownTags)).toEqual({ set_at_start: 'yes' });
});

test('a request that only Next knows of has its own, too', () => {
  const work = {} as WorkStore;
  const inWork = <Result>(run: () => Result) => workAsyncStorage.run(work, run);
  inWork(() => Sentry.setTag('name', 'a'));
  expect(inWork(ownTags)).toEqual({ name: 'a' });
  expect(workAsyncStorage.run({} as WorkStore, ownTags)).toEqual({});
  expect(ownTags()).toEqual({});
});

test('what a runtime sets that starts within a request is for all, and what that request sets is its own', async () => {
  forgetSdk();
  const pause = () => new Promise((resolve) => setImmediate(resolve));
  const register = async () => {
    leaveRequest();
    await pause();
    isolateRequests(client);
    await pause();
  };
  const registerOfTeam = async () => {
    await register();
    Sentry.setTag('set_at_start', 'yes');
    await pause();
    Sentry.setTag('set_later', 'yes');
  };
  const atStart = { set_at_start: 'yes', set_later: 'yes' };
  // As Next does it: the first request waits for the start, of which others may know.
  let registered: Promise<void> | undefined;
  const start = async () => {
    await Promise.resolve();
    await registerOfTeam();
  };
  const handle = (name: string) =>
    inRequest(async () => {
      await (registered ??= start());
      Sentry.setTag('name', name);
      await pause();
      return ownTags();
    });
  const [ofA, ofB] = await Promise.all([handle('a'), handle('b')]);
  expect(ofA).toEqual({ ...atStart, name: 'a' });
  expect(ofB).toEqual({ ...atStart, name: 'b' });
  expect(inRequest(ownTags)).toEqual(atStart);
});

test('each request has a trace of its own', () => {
  const trace = () => Sentry.getCurrentScope().getPropagationContext().traceId;
  expect(inRequest(() => [trace(), trace()])).toEqual([expect.any(String), expect.any(String)]);
  const [one, other] = [inRequest(trace), inRequest(trace)];
  expect(one).not.toBe(other);
});

test('a request that names the trace of its caller is in that trace, and one that names an invalid one is not', () => {
  const [traceId, parentSpanId] = ['a'.repeat(32), 'b'.repeat(16)];
  const traceWith = (traceparent: string) =>
    runInContext({ request: { headers: { traceparent } } }, () => Sentry.getCurrentScope().getPropagationContext());
  expect(traceWith(`00-${traceId}-${parentSpanId}-01`)).toMatchObject({ traceId, parentSpanId });
  const invalid = traceWith(`ff-${traceId}-${parentSpanId}-01`);
  expect(invalid).toMatchObject({ traceId: expect.not.stringMatching(traceId) });
  expect(invalid.parentSpanId).toBeUndefined();
});

describe("the SDK's functions for scopes", () => {
  const tagsOfAll = () => ({ ...Sentry.getCurrentScope().getScopeData().tags, ...ownTags() });

  const given = new Sentry.Scope().setTag('given', 'yes');

  test('withScope', async () => {
    await inRequest(async () => {
      await Sentry.withScope(async (scope) => {
        scope.setTag('inner', 'yes');
        await Promise.resolve();
        Sentry.setTag('of_request', 'yes');
        expect(tagsOfAll()).toEqual({ inner: 'yes', of_request: 'yes' });
      });
      expect(tagsOfAll()).toEqual({ of_request: 'yes' });
      expect(Sentry.withScope(given, tagsOfAll)).toEqual({ given: 'yes', of_request: 'yes' });
    });
  });

  test('withIsolationScope', () => {
    inRequest(() => {
      Sentry.setTag('of_request', 'yes');
      Sentry.withIsolationScope((scope) => {
        expect(scope).toBe(Sentry.getIsolationScope());
        Sentry.setTag('inner', 'yes');
        expect(ownTags()).toEqual({ of_request: 'yes', inner: 'yes' });
      });
      expect(ownTags()).toEqual({ of_request: 'yes' });
      expect(Sentry.withIsolationScope(given, ownTags)).toEqual({ given: 'yes' });
    });
  });
});

describe('a client of a team', () => {
  const ofTeam = { name: 'of the team' } as unknown as Client;

  test('that was there first stays, and so do its scopes', () => {
    forgetSdk();
    getDefaultCurrentScope().setClient(ofTeam);
    const before = Sentry.getIsolationScope();
    isolateRequests(client);
    expect(Sentry.getClient()).toBe(ofTeam);
    expect(inRequest(() => Sentry.getIsolationScope())).toBe(before);
  });

  test('finds no other at the start, and comes in its place', () => {
    expect(Sentry.getClient()).toBeUndefined();
    Sentry.getCurrentScope().setClient(ofTeam);
    expect(Sentry.getClient()).toBe(ofTeam);
    expect(inRequest(() => Sentry.getClient())).toBe(ofTeam);
  });

  test('is not what code of a request finds by default', () => {
    expect(inRequest(() => Sentry.getClient())).toBe(client);
    expect(getDefaultIsolationScope().getClient()).toBeUndefined();
  });
});
