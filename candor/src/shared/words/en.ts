/** Each word that a visitor reads of Candor's, in one language. `{name}` stands for a value. */
export type Words = { readonly [key in keyof typeof words]: string };

export const words = {
  // The screen of an application error. Its sentence is the same in every language (responses/error-message.ts).
  failed: 'Something went wrong',
  notYours: 'This is the site’s fault, not yours.',
  ifSent: 'If you were submitting something, check whether it went through before you try again.',
  quote: 'If you ask for help, quote this reference. It identifies what just happened.',
  again: 'Try again',
  home: 'Go to the home page',
  updated: 'This site was updated',
  reloading: 'Reloading …',
  reload: 'Reload',
  updatedText: 'This page is out of date, and part of it is missing. Reloading it loses what you typed here.',

  // Its part about the report of the failure.
  report: 'Report',
  time: 'Time',
  copy: 'Copy reference',
  copied: 'Copied.',
  notCopied: 'Your browser blocked copying. Please select and copy the reference yourself.',

  // The delivery state of its event.
  sending: 'sending',
  sent: 'sent',
  queued: 'queued',
  dropped: 'dropped: {reason}',
  off: 'off',
  unknown: 'not known to this server',

  // The form that asks a visitor, and what becomes of the answer.
  ask: 'What were you doing?',
  send: 'Send',
  sendingAnswer: 'Sending …',
  emptyAnswer: 'Write something first.',
  longAnswer: 'Too long by {over}: the limit is {most} characters.',
  sentAnswer: 'Sent. Thank you.',
  queuedAnswer: 'Saved. It will be sent as soon as the service can be reached. Thank you.',
  offlineAnswer: 'You are offline. Saved in this browser. It will be sent when you are back online. Thank you.',
  unkeptAnswer: 'You are offline. Keep this page open, and it will be sent when you are back online. Thank you.',
  droppedAnswer: 'Not sent: {reason}.',
  offAnswer: 'Not sent: reporting is off.',
  unknownAnswer: 'We could not confirm delivery.',

  // The notice while requests are held.
  unreachable: 'Could not reach this site',
  unreachableText: 'Check your connection.',
  notResponding: 'This site is not responding',
  notRespondingText: 'That is the site’s fault, not yours.',
  back: 'This site is reachable again',
  heldAction:
    'We do not know whether your submission arrived. If it did, sending it again submits it twice. If you do not send it, this page may lose what you typed.',
  heldOthers: 'The page will load as soon as the site responds.',
  sendAgain: 'Send again',
  doNotSend: 'Do not send',
  maySend: 'If you do not send it, this page may lose what you typed.',
  cut: 'The connection was lost',
  cutText: 'What you sent may have arrived. Check before you send it again. What you typed is still here.',
  stopWaiting: 'Stop waiting',
  refused: 'Your request was refused before it reached this site.',
  refused429: 'Too many requests came from your network. Wait a minute, then try again.',
  refusedOther: 'Something in front of this site responded instead.',
  openAgain: 'Check your connection, and open the page again.',

  // The screen for a request that only its sender is to blame for, by status.
  rejected: 'Request not accepted',
  rejected400: 'The request is incomplete or malformed, so this site could not read it.',
  rejected403: 'The request came from another site. This site accepts it only from its own pages.',
  rejected413: 'The request is larger than this site accepts.',
  rejectedOther: 'This address does not accept that kind of request.',
  nothingDone: 'Nothing was changed, and nothing is broken.',

  // The screens of expected outcomes, by status.
  title401: 'Not signed in',
  text401: 'You need to be signed in to see this page. Nothing is broken. (401)',
  title403: 'You do not have access to this page',
  text403:
    'The page exists, but this site does not show it to you. Nothing is broken, and trying again will not change it. (403)',
  title404: 'Page not found',
  text404:
    'There is no page at this address. If you typed it, check the spelling. If you copied it, check that it is complete. (404)',
};
