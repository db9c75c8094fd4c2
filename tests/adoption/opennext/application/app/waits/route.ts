import { after } from 'next/server';
import { setTimeout as pause } from 'node:timers/promises';

type Provided = { get?: () => { waitUntil?: (promise: Promise<unknown>) => void } | undefined };

const workMs = 1_500;

/** Responds at once, and leaves work behind: to `after()`, or to what the platform provides beneath it. */
export function GET(request: Request): Response {
  if (new URL(request.url).searchParams.has('after')) after(() => pause(workMs));
  else {
    const provided = Reflect.get(globalThis, Symbol.for('@next/request-context')) as Provided | undefined;
    const waitUntil = provided?.get?.()?.waitUntil;
    if (!waitUntil) return new Response('not provided');
    waitUntil(pause(workMs));
  }
  return new Response('left behind');
}
