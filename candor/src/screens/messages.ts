// The words that a visitor reads after a failure, except the sentence of an application error (error-message.ts) and the delivery
// states (event-state.ts). What every page loads (failure.tsx, home-link.tsx, outages.ts) repeats some of these, for otherwise it
// would load this file too: a test compares them.

const ifSent = 'If you had just sent something, see whether it arrived before you send it again.';

/** The screen of an application error. */
export const words = {
  failed: 'Something went wrong',
  notYours: `This is the site’s fault, not yours. ${ifSent}`,
  ifSent,
  quote: 'If you ask for help, quote this reference. It leads to what happened just now.',
  again: 'Try again',
  home: 'Go to the home page',
  updated: 'This site was updated',
  reloading: 'Reloading …',
};

/** The part of that screen about the report of the failure. */
export const reportWords = {
  report: 'Report',
  time: 'Time',
  copy: 'Copy reference',
  copied: 'Copied.',
  notCopied: 'This browser does not let the page copy: select it by hand.',
};

/** What a visitor is asked, and what becomes of the answer. */
export const feedbackWords = {
  ask: 'What were you doing?',
  send: 'Send',
  sending: 'Sending …',
  empty: 'Write something first.',
  tooLong: (over: number, most: number) => `That is too long by ${over}: at most ${most} characters can be sent.`,
  sent: 'Sent. Thank you.',
  queued: 'Kept here, and sent when the service can be reached. Thank you.',
  dropped: (reason: string) => `Not sent: ${reason}.`,
  off: 'Not sent: reporting is off.',
  unknown: 'We could not confirm delivery.',
};

/** The notice while requests are held: a title and a text, by what is known. */
export const outageWords = {
  unreachable: { title: 'Could not reach this site', text: 'Check your connection.' },
  'not responding': { title: 'This site is not responding', text: 'That is the site’s fault, not yours.' },
  back: { title: 'This site can be reached again', text: '' },
  ofAction:
    'We do not know whether what you sent arrived. If it did, sending it again does it twice. If you do not send it, this page may lose what you typed.',
  ofOthers: 'What you asked for is loaded as soon as the site responds.',
  sendAgain: 'Send again',
  doNotSend: 'Do not send',
};

/** The screen for a request that only its sender is to blame for, by status. */
export const rejected = {
  title: 'Request not accepted',
  400: 'What was sent is incomplete or malformed, so this site could not read it.',
  403: 'What was sent came from another site. This site accepts it from its own pages only.',
  413: 'What was sent is larger than this site accepts.',
  other: 'This address does not accept what was sent to it.',
  nothingDone: 'Nothing was done with it, and nothing is broken.',
};

/** The screens of expected outcomes, by status. */
export const expected = {
  401: {
    title: 'Not recognised',
    text: 'This page is only for visitors that this site recognises. Nothing is broken. (401)',
  },
  403: {
    title: 'You may not see this page',
    text: 'The page exists, but this site does not show it to you. Nothing is broken, and trying again will not change it. (403)',
  },
  404: {
    title: 'Page not found',
    text: 'There is no page at this address. If you typed it, check the spelling; if you copied it, check that all of it is there. (404)',
  },
} as const;

export type ExpectedStatus = keyof typeof expected;

export function documentTitle(title: string): string {
  return title + CANDOR_TITLE_END;
}
