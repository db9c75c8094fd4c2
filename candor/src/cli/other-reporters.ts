import { findFile, read, type Application } from './application.js';
import type { Leftover } from './plan.js';

/** What else of the SDK's setup goes past Candor: what to write there. */
export function otherReporters({ folder }: Application): Leftover[] {
  return [...wrapperIn(folder), ...publicDsn(folder)];
}

function wrapperIn(folder: string): Leftover[] {
  const path = findFile(folder, 'next.config');
  const text = path === undefined ? '' : (read(folder, path) ?? '');
  const at = text.search(/withSentryConfig\s*\(/);
  if (path === undefined || at < 0) return [];
  const says = 'Take out withSentryConfig, or at least its tunnelRoute: Candor has a tunnel, and uploads nothing.';
  return [{ path, line: lineOf(text, at), says }];
}

function publicDsn(folder: string): Leftover[] {
  return ['.env', '.env.local', '.env.production'].flatMap((path) => {
    const text = read(folder, path) ?? '';
    const at = text.search(/^NEXT_PUBLIC_SENTRY_DSN=/m);
    const says = 'Name it SENTRY_DSN: the server reads it when it starts, and browsers need none.';
    return at < 0 || /^SENTRY_DSN=/m.test(text) ? [] : [{ path, line: lineOf(text, at), says }];
  });
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;
