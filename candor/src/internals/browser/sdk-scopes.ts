import type { Scope, ScopeData } from '#sentry/core';
import { attempt } from './patch.js';

/** The SDK's part of the global object, common to all of its copies of one version. */
export type Carrier = {
  defaultCurrentScope?: Scope;
  globalScope?: Scope;
  stack?: { getScope(): Scope; getIsolationScope(): Scope };
};

export const carriers = globalThis as { __SENTRY__?: Record<string, Carrier | undefined> };

/** The scopes that code of this page has set with the SDK by now: tags, user and the like. The later overrides the earlier. */
export function scopesOfSdk(current?: Scope): ScopeData[] {
  const read = attempt('sdk-scopes', () => {
    const { globalScope, stack } = carriers.__SENTRY__?.[CANDOR_SDK_VERSION] ?? {};
    const scopes = [globalScope, stack?.getIsolationScope(), current ?? stack?.getScope()];
    return scopes.flatMap((scope) => scope?.clone().getScopeData() ?? []);
  });
  return read ?? [];
}
