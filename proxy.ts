import { NextResponse, type NextRequest } from 'next/server';
import { answerBeforeRender } from './app/sentry-example-page/answer-before-render';

/** Runs before the example page only; the tunnel's bodies must not pass here. */
export function proxy(request: NextRequest): NextResponse {
  return answerBeforeRender(request) ?? NextResponse.next();
}

export const config = { matcher: '/sentry-example-page' };
