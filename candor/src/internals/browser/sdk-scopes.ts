import type { Scope, ScopeData } from '#sentry/core';
import { attempt } from './patch.js';

/** The SDK's part of the global object, common to all of its copies of one version. */
export type Carrier = {
  defaultCurrentScope?: Scope;
  globalScope?: Scope;
  stack?: { getScope(): Scope; getIsolationScope(): Scope };
};

const global = globalThis as { __SENTRY__?: Record<string, Carrier> };

/** It is there from now on, if the SDK has not made it yet. */
export const carrierOfSdk = (): Carrier => ((global.__SENTRY__ ??= {})[CANDOR_SDK_VERSION] ??= {});

/** What code of this page has set with the SDK: tags, user and the like. The later overrides the earlier. */
export function scopesOfSdk(current?: Scope): ScopeData[] | undefined {
  return attempt('sdk-scopes', () => {
    const { globalScope, stack } = carrierOfSdk();
    const scopes = [globalScope, stack?.getIsolationScope(), current ?? stack?.getScope()];
    return scopes.flatMap((scope) => scope?.clone().getScopeData() ?? []);
  });
}
