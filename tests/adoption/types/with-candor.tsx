// The same application with Candor: every hook, and one use of everything public.
import type { NextConfig } from 'next';
import type { init } from '@sentry/nextjs';
import type { ReactNode } from 'react';
import { defineMessages, defineSdkOptions, report } from 'candor';
import type { EventState, Messages, SdkEvent, SdkEventHint, SdkOptions, Words } from 'candor';
import { withCandor, type CandorSettings } from 'candor/config';
import { onRequestError, register, sourceStack } from 'candor/instrumentation';
import { onRouterTransitionStart } from 'candor/instrumentation-client';
import * as handlers from 'candor/monitoring';
import { ErrorPage, withFailure, type PageFailure } from 'candor/pages';
import { register as registerPolicy, withPolicy, type TeamPolicy } from 'candor/policy';
import { ApplicationError, ErrorBoundary, ExpectedDocument, ExpectedScreen } from 'candor/screens';
import { expectedMetadata, SegmentError, useFailure } from 'candor/screens';
import type { FailureFacts, FailureTexts, FeedbackState, Reference } from 'candor/screens';
import { config, metadata } from './bare';

export { default } from './bare';
export { ApplicationError, ErrorPage, onRequestError, onRouterTransitionStart, register, registerPolicy, SegmentError };
export const stack: Promise<string> = sourceStack(new Error('x'));
export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = handlers;

const policy: TeamPolicy = { mode: 'report', sources: { 'img-src': ['https://images.example.org'] } };
const settings: CandorSettings = { policy, siteName: 'Shop', languages: ['en'], home: '/', tunnel: '/errors' };
export const asObject: NextConfig = withCandor(config, settings);
export const asFunction: Promise<NextConfig> | NextConfig = withCandor((phase: string) => ({
  ...config,
  env: { phase },
}))('phase-production-build', { defaultConfig: {} });
export const policyAlone: NextConfig = withPolicy(config, policy);

export const messages: Messages<'de-AT' | 'it'> = defineMessages({
  'de-AT': () => ({ home: 'Zum Anfang' }),
  it: () => Promise.resolve<Words>(italian),
});
// @ts-expect-error -- Candor has no Italian, so all of its words are needed.
export const tooFew = defineMessages({ it: () => ({ home: 'Inizio' }) });
declare const italian: Words;

export const sdkOptions: SdkOptions = defineSdkOptions({
  tags: { team: 'orders' },
  ignoreErrors: ['ResizeObserver', /^Abort/],
  beforeSend: (event: SdkEvent, hint: SdkEventHint) => (hint.originalException === undefined ? null : event),
});

/** As `init` carries them over: with the types of the SDK. */
export const carriedOptions: SdkOptions = defineSdkOptions({
  beforeSend(event, hint) {
    delete event.request?.cookies;
    return hint.originalException === undefined ? null : event;
  },
} satisfies Parameters<typeof init>[0]);

export const notFoundMetadata = { ...metadata, ...expectedMetadata(404) };
export const NotFound = () => <ExpectedScreen status={404} />;
export const GlobalNotFound = () => <ExpectedDocument status={404} />;
type Inside = { children: ReactNode };
export const Part = ({ children }: Inside) => <ErrorBoundary fallback={<p>Failed</p>}>{children}</ErrorBoundary>;
export const Drawn = ({ children }: Inside) => (
  <ErrorBoundary fallback={({ title, retry }) => <button onClick={retry}>{title}</button>}>{children}</ErrorBoundary>
);
type Failed = { error: Error; retry: () => void };
export const Segment = ({ error, retry }: Failed) => <SegmentError error={error} retry={retry} />;
export function OwnScreen({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, message, reference, sendFeedback, texts }: FailureFacts = useFailure(error, retry);
  const send = async (): Promise<void> => showFeedback(await sendFeedback?.('I clicked.'));
  return <p onClick={send}>{[title, message, labelOf(reference), adviceOf(texts)].join(' ')}</p>;
}
const adviceOf = ({ advice, again }: FailureTexts): string => `${advice} ${again}`;
const showFeedback = (feedback: FeedbackState | undefined) => console.warn(feedback?.state, feedback?.text);
const labelOf = (reference: Reference | undefined): string => (reference ? `${reference.label} ${reference.id}` : '');
export const LegacyError = withFailure(({ failure, shop }: { failure: PageFailure; shop: string }) => (
  <main>
    {failure.title} {failure.paragraphs.join(' ')} {failure.reference} {shop}
  </main>
));

export const reported: [string, EventState] = [report(new Error('caught')), { state: 'sending' }];
