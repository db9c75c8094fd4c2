import { NextResponse, type NextRequest } from 'next/server';
import { reporter } from '../_reporting/reporter';
import { judgeRequest } from './judge-request';

/** The answer to what is not to be rendered as it was asked for. `undefined`: it is. */
export function answerBeforeRender({ method, headers, url }: NextRequest): NextResponse | undefined {
  const { examplePage, failureLimit } = reporter();
  if (!examplePage) return undefined;
  const verdict = judgeRequest({ method, headers, searchParams: new URL(url).searchParams }, failureLimit);
  if (verdict.state === 'render') return undefined;
  // What was fetched in advance is thrown away if its status is an error's.
  if (verdict.state === 'prefetch') {
    return new NextResponse(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  }

  const page = new URL(verdict.state === 'refused' ? '?refused' : '?', url); // `nextUrl` is always normalized.
  if (verdict.state === 'outdated') return NextResponse.rewrite(page);
  return NextResponse.rewrite(page, { status: 429, headers: { 'Retry-After': String(verdict.retryAfterSeconds) } });
}
