/** Each word that a visitor reads of Candor's, in one language. `{name}` stands for a value. */
export type Words = { readonly [key in keyof typeof words]: string };

export const words = {
  // The screen of an application error. Its sentence is the same in every language (screens/error-message.ts).
  failed: 'Something went wrong',
  notYours: 'This is the site’s fault, not yours.',
  ifSent: 'If you had just sent something, see whether it arrived before you send it again.',
  quote: 'If you ask for help, quote this reference. It leads to what happened just now.',
  again: 'Try again',
  home: 'Go to the home page',
  updated: 'This site was updated',
  reloading: 'Reloading …',
  reload: 'Reload',
  updatedText: 'This page is older than the site now, and lacks a part. What you typed on it is lost when it reloads.',

  // Its part about the report of the failure.
  report: 'Report',
  time: 'Time',
  copy: 'Copy reference',
  copied: 'Copied.',
  notCopied: 'This browser does not let the page copy: select it by hand.',

  // The delivery state of its event.
  sending: 'sending',
  sent: 'sent',
  queued: 'queued',
  dropped: 'dropped: {reason}',
  off: 'off',
  unknown: 'unknown here',

  // The form that asks a visitor, and what becomes of the answer.
  ask: 'What were you doing?',
  send: 'Send',
  sendingAnswer: 'Sending …',
  emptyAnswer: 'Write something first.',
  longAnswer: 'That is too long by {over}: at most {most} characters can be sent.',
  sentAnswer: 'Sent. Thank you.',
  queuedAnswer: 'Kept here, and sent when the service can be reached. Thank you.',
  offlineAnswer: 'There is no network. Kept in this browser, and sent when there is one. Thank you.',
  unkeptAnswer: 'There is no network. Sent when there is one, if this page stays open. Thank you.',
  droppedAnswer: 'Not sent: {reason}.',
  offAnswer: 'Not sent: reporting is off.',
  unknownAnswer: 'We could not confirm delivery.',

  // The notice while requests are held.
  unreachable: 'Could not reach this site',
  unreachableText: 'Check your connection.',
  notResponding: 'This site is not responding',
  notRespondingText: 'That is the site’s fault, not yours.',
  back: 'This site can be reached again',
  heldAction:
    'We do not know whether what you sent arrived. If it did, sending it again does it twice. If you do not send it, this page may lose what you typed.',
  heldOthers: 'What you asked for is loaded as soon as the site responds.',
  sendAgain: 'Send again',
  doNotSend: 'Do not send',
  maySend: 'If you do not send it, this page may lose what you typed.',
  cut: 'The connection broke off',
  cutText: 'What you sent may have arrived: see whether it did before you send it again. What you typed is still here.',
  stopWaiting: 'Stop waiting',
  refused: 'It was refused before it reached this site.',
  refused429: 'Too many requests came from here. Wait a minute before you send it again.',
  refusedOther: 'Something in front of this site answered instead.',
  openAgain: 'Check your connection, and open the page again.',

  // The screen for a request that only its sender is to blame for, by status.
  rejected: 'Request not accepted',
  rejected400: 'What was sent is incomplete or malformed, so this site could not read it.',
  rejected403: 'What was sent came from another site. This site accepts it from its own pages only.',
  rejected413: 'What was sent is larger than this site accepts.',
  rejectedOther: 'This address does not accept what was sent to it.',
  nothingDone: 'Nothing was done with it, and nothing is broken.',

  // The screens of expected outcomes, by status.
  title401: 'Not recognised',
  text401: 'This page is only for visitors that this site recognises. Nothing is broken. (401)',
  title403: 'You may not see this page',
  text403:
    'The page exists, but this site does not show it to you. Nothing is broken, and trying again will not change it. (403)',
  title404: 'Page not found',
  text404:
    'There is no page at this address. If you typed it, check the spelling; if you copied it, check that all of it is there. (404)',
};
