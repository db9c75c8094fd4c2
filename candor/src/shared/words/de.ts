import type { Words } from './en.js';

export const words: Words = {
  failed: 'Etwas ist schiefgegangen',
  notYours: 'Das liegt an dieser Website, nicht an Ihnen.',
  ifSent:
    'Wenn Sie gerade etwas abgeschickt haben, sehen Sie nach, ob es angekommen ist, bevor Sie es noch einmal schicken.',
  quote: 'Wenn Sie um Hilfe bitten, nennen Sie diese Kennung. Sie steht für das, was gerade passiert ist.',
  again: 'Noch einmal versuchen',
  home: 'Zur Startseite',
  updated: 'Diese Website wurde aktualisiert',
  reloading: 'Wird neu geladen …',
  reload: 'Neu laden',
  updatedText:
    'Diese Seite ist veraltet, und ein Teil von ihr fehlt. Beim Neuladen geht verloren, was Sie hier eingegeben haben.',

  report: 'Meldung',
  time: 'Zeit',
  copy: 'Kennung kopieren',
  copied: 'Kopiert.',
  notCopied: 'Ihr Browser hat das Kopieren verhindert. Bitte markieren und kopieren Sie die Kennung selbst.',

  sending: 'wird gesendet',
  sent: 'gesendet',
  queued: 'wartet auf den Versand',
  dropped: 'verworfen: {reason}',
  off: 'ausgeschaltet',
  unknown: 'diesem Server nicht bekannt',

  ask: 'Was wollten Sie gerade tun?',
  send: 'Senden',
  sendingAnswer: 'Wird gesendet …',
  emptyAnswer: 'Schreiben Sie zuerst etwas.',
  longAnswer: 'Um {over} zu lang: Höchstens {most} Zeichen sind möglich.',
  sentAnswer: 'Gesendet. Vielen Dank.',
  queuedAnswer: 'Gespeichert; es wird gesendet, sobald der Dienst erreichbar ist. Vielen Dank.',
  offlineAnswer:
    'Sie sind offline. In diesem Browser gespeichert; es wird gesendet, sobald Sie wieder online sind. Vielen Dank.',
  unkeptAnswer:
    'Sie sind offline. Lassen Sie diese Seite offen, dann wird es gesendet, sobald Sie wieder online sind. Vielen Dank.',
  droppedAnswer: 'Nicht gesendet: {reason}.',
  offAnswer: 'Nicht gesendet: Meldungen sind ausgeschaltet.',
  unknownAnswer: 'Wir wissen nicht, ob es angekommen ist.',

  unreachable: 'Diese Website ist nicht erreichbar',
  unreachableText: 'Prüfen Sie Ihre Verbindung.',
  notResponding: 'Diese Website antwortet nicht',
  notRespondingText: 'Das liegt an der Website, nicht an Ihnen.',
  back: 'Diese Website ist wieder erreichbar',
  heldAction:
    'Wir wissen nicht, ob Ihre Eingabe angekommen ist. Wenn ja, wird sie beim erneuten Senden doppelt abgeschickt. Wenn Sie nicht senden, kann sie auf dieser Seite verloren gehen.',
  heldOthers: 'Die Seite wird geladen, sobald die Website antwortet.',
  sendAgain: 'Noch einmal senden',
  doNotSend: 'Nicht senden',
  maySend: 'Wenn Sie es nicht senden, kann Ihre Eingabe auf dieser Seite verloren gehen.',
  cut: 'Die Verbindung ist abgebrochen',
  cutText:
    'Was Sie abgeschickt haben, ist vielleicht angekommen. Sehen Sie nach, bevor Sie es noch einmal senden. Ihre Eingabe ist noch hier.',
  stopWaiting: 'Nicht länger warten',
  refused: 'Ihre Anfrage wurde abgelehnt, bevor sie diese Website erreicht hat.',
  refused429: 'Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.',
  refusedOther: 'Etwas vor dieser Website hat an ihrer Stelle geantwortet.',
  openAgain: 'Prüfen Sie Ihre Verbindung, und öffnen Sie die Seite noch einmal.',

  rejected: 'Anfrage nicht angenommen',
  rejected400: 'Die Anfrage ist unvollständig oder fehlerhaft, deshalb konnte diese Website sie nicht lesen.',
  rejected403: 'Die Anfrage kam von einer anderen Website. Diese nimmt sie nur von ihren eigenen Seiten an.',
  rejected413: 'Die Anfrage ist größer, als diese Website annimmt.',
  rejectedOther: 'Diese Adresse nimmt solche Anfragen nicht an.',
  nothingDone: 'Es wurde nichts geändert, und nichts ist kaputt.',

  title401: 'Nicht angemeldet',
  text401: 'Sie müssen angemeldet sein, um diese Seite zu sehen. Nichts ist kaputt. (401)',
  title403: 'Diese Seite ist für Sie nicht zugänglich',
  text403:
    'Es gibt die Seite, aber diese Website zeigt sie Ihnen nicht. Nichts ist kaputt, und ein neuer Versuch ändert daran nichts. (403)',
  title404: 'Seite nicht gefunden',
  text404:
    'Unter dieser Adresse gibt es keine Seite. Wenn Sie sie eingetippt haben, prüfen Sie die Schreibweise; wenn Sie sie kopiert haben, prüfen Sie, ob sie vollständig ist. (404)',
};
