import { SDK_VERSION, type Scope, type ScopeData } from '@sentry/core';

/** What the SDK keeps on the global object, common to all of its copies of one version. */
export type Carrier = { defaultCurrentScope?: Scope; stack?: { getScope(): Scope; getIsolationScope(): Scope } };

export const carriers = globalThis as { __SENTRY__?: { [SDK_VERSION]?: Carrier } };

/**
 * What code of this page has set with the SDK by now: tags, user and the like. The later overrides the earlier.
 * `undefined`: nothing has used the SDK.
 */
export function scopesOfSdk(current?: Scope): ScopeData[] | undefined {
  const stack = carriers.__SENTRY__?.[SDK_VERSION]?.stack;
  return stack && [stack.getIsolationScope(), current ?? stack.getScope()].map((scope) => scope.clone().getScopeData());
}
