import type { Breadcrumb } from '@sentry/core';
import type { EventState } from '../event-state';

/** A failure in this browser. It has its event id and its time before the SDK is loaded. */
export type BrowserFailure = {
  eventId: string;
  at: Date;
  /** The time of the report by this page's `performance.now()`, which is not comparable with an earlier page's. */
  madeAt?: number;
  /** The page's URL without query and fragment: they may say more about a visitor than a report needs. */
  url: string;
  thrown: unknown;
  /** The event of the window that announced it, or a React boundary. */
  noticedBy: 'error' | 'unhandledrejection' | 'boundary';
  breadcrumbs: Breadcrumb[];
};

/** A visitor's words about an event. They are an event too, with an id of their own. */
export type Feedback = { eventId: string; at: Date; madeAt?: number; url: string; about: string; words: string };

export type Report = (BrowserFailure | Feedback) & { isStored?: boolean };

/** `release` names the build of the page that made the report, if not this one. */
export type CapturedReport = Report & { release?: string };

/** Hands a report to the SDK. Does not throw. */
export type CaptureReport = (report: CapturedReport) => void;

export type SetState = (eventId: string, event: EventState) => void;
