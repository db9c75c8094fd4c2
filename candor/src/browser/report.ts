import type { Breadcrumb, Event, ScopeData } from '#sentry/core';
import type { EventState } from '../shared/event-state.js';

type Common = {
  eventId: string;
  at: Date;
  /** Without query and fragment, which may say more about a visitor than a report needs. */
  url: string;
  release: string;
  /** Of the route that the page showed; empty or undefined: not known here. */
  segments?: unknown[] | undefined;
  /** `undefined`: it was dropped, because too many were waiting. */
  isStored?: boolean;
};

type Surroundings = {
  breadcrumbs: Breadcrumb[];
  /** The application's tags, user and the like. A later scope counts more. */
  scopes?: ScopeData[] | undefined;
};

export type BrowserFailure = Common &
  Surroundings & {
    thrown: unknown;
    /** The event of the window that announced it, a React boundary, React's recovery from it, or the call that reported it. */
    noticedBy: 'error' | 'unhandledrejection' | 'boundary' | 'recovery' | 'report' | 'sdk';
    /** The script that the window names for the errors that it announces. Empty or `undefined`: it names none. */
    file?: string | undefined;
    handled?: boolean;
    componentStack?: string;
  };

/** An event that the application has made with the SDK. */
export type SdkEvent = Common & Surroundings & { event: Event };

/** A visitor's words about an event: an event too, with an id of its own. */
export type Feedback = Common & { about: string; words: string };

export type Report = BrowserFailure | SdkEvent | Feedback;

export type Own<Kind> = Omit<Kind, keyof Common | keyof Surroundings> & Partial<Common & Surroundings>;

/** Does not throw. */
export type CaptureReport = (report: Report) => void;

export type SetState = (eventId: string, event: EventState) => void;
