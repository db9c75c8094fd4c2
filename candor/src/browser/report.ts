import type { Breadcrumb, Event, ScopeData } from '#sentry/core';
import type { EventState } from '../shared/event-state.js';

/** Every report has its event id and its time before the SDK is loaded. */
type Common = {
  eventId: string;
  at: Date;
  /** The page's URL without query and fragment: they may say more about a visitor than a report needs. */
  url: string;
  /** The build of the page. */
  release: string;
  /** The segments of the route that the page showed by then; empty or undefined: not known here. */
  segments?: unknown[] | undefined;
  /** `undefined`: it is not held either, because too many were waiting. */
  isStored?: boolean;
};

type Surroundings = {
  breadcrumbs: Breadcrumb[];
  /** The application's settings of the SDK by then: tags, user and the like. The later one counts more. */
  scopes?: ScopeData[] | undefined;
};

/** A failure in this browser. */
export type BrowserFailure = Common &
  Surroundings & {
    thrown: unknown;
    /** The event of the window that announced it, a React boundary, React's recovery from it, or the call that reported it. */
    noticedBy: 'error' | 'unhandledrejection' | 'boundary' | 'recovery' | 'report' | 'sdk';
    /** The script that the window names, of all that it announces. Empty or `undefined`: it names none. */
    file?: string | undefined;
    /** The application caught it and goes on. */
    handled?: boolean;
    /** How many equal errors there were since its event was sent. */
    repeats?: number;
    /** The components around the one that failed, as lines of a stack. */
    componentStack?: string;
  };

/** An event that the application has made with the SDK: a message, feedback, or one of its own. */
export type SdkEvent = Common & Surroundings & { event: Event };

/** A visitor's words about an event. They are an event too, with an id of their own. */
export type Feedback = Common & { about: string; words: string };

export type Report = BrowserFailure | SdkEvent | Feedback;

/** The fields that only this kind of report has, and those in which it differs from the page. */
export type Own<Kind> = Omit<Kind, keyof Common | keyof Surroundings> & Partial<Common & Surroundings>;

/** Hands a report to the SDK. Does not throw. */
export type CaptureReport = (report: Report) => void;

export type SetState = (eventId: string, event: EventState) => void;
