import type { Words } from './en.js';

export const words: Words = {
  failed: 'Etwas ist schiefgegangen',
  notYours: 'Das liegt an dieser Website, nicht an Ihnen.',
  ifSent:
    'Wenn Sie gerade etwas abgeschickt haben, sehen Sie nach, ob es angekommen ist, bevor Sie es noch einmal schicken.',
  quote: 'Wenn Sie um Hilfe bitten, nennen Sie diese Kennung. Sie führt zu dem, was gerade passiert ist.',
  again: 'Noch einmal versuchen',
  home: 'Zur Startseite',
  updated: 'Diese Website wurde aktualisiert',
  reloading: 'Wird neu geladen …',
  reload: 'Neu laden',
  updatedText:
    'Diese Seite ist inzwischen älter als die Website, und ihr fehlt ein Teil. Was Sie auf ihr eingegeben haben, geht beim Neuladen verloren.',

  report: 'Meldung',
  time: 'Zeit',
  copy: 'Kennung kopieren',
  copied: 'Kopiert.',
  notCopied: 'Dieser Browser lässt die Seite nicht kopieren: Markieren Sie die Kennung von Hand.',

  sending: 'wird gesendet',
  sent: 'gesendet',
  queued: 'wartet auf den Versand',
  dropped: 'verworfen: {reason}',
  off: 'ausgeschaltet',
  unknown: 'hier nicht bekannt',

  ask: 'Was wollten Sie gerade tun?',
  send: 'Senden',
  sendingAnswer: 'Wird gesendet …',
  emptyAnswer: 'Schreiben Sie zuerst etwas.',
  longAnswer: 'Das ist um {over} zu lang: Höchstens {most} Zeichen können gesendet werden.',
  sentAnswer: 'Gesendet. Vielen Dank.',
  queuedAnswer: 'Hier aufbewahrt; es wird gesendet, sobald der Dienst erreichbar ist. Vielen Dank.',
  offlineAnswer:
    'Es gibt keine Verbindung. In diesem Browser aufbewahrt; es wird gesendet, sobald es eine gibt. Vielen Dank.',
  unkeptAnswer:
    'Es gibt keine Verbindung. Es wird gesendet, sobald es eine gibt, wenn diese Seite offen bleibt. Vielen Dank.',
  droppedAnswer: 'Nicht gesendet: {reason}.',
  offAnswer: 'Nicht gesendet: Meldungen sind ausgeschaltet.',
  unknownAnswer: 'Wir wissen nicht, ob es angekommen ist.',

  unreachable: 'Diese Website ist nicht erreichbar',
  unreachableText: 'Prüfen Sie Ihre Verbindung.',
  notResponding: 'Diese Website antwortet nicht',
  notRespondingText: 'Das liegt an der Website, nicht an Ihnen.',
  back: 'Diese Website ist wieder erreichbar',
  heldAction:
    'Wir wissen nicht, ob angekommen ist, was Sie abgeschickt haben. Wenn ja, geschieht es beim erneuten Senden doppelt. Wenn Sie es nicht senden, kann Ihre Eingabe auf dieser Seite verloren gehen.',
  heldOthers: 'Was Sie aufgerufen haben, wird geladen, sobald die Website antwortet.',
  sendAgain: 'Noch einmal senden',
  doNotSend: 'Nicht senden',
  maySend: 'Wenn Sie es nicht senden, kann Ihre Eingabe auf dieser Seite verloren gehen.',
  cut: 'Die Verbindung ist abgebrochen',
  cutText:
    'Was Sie abgeschickt haben, ist vielleicht angekommen: Sehen Sie nach, bevor Sie es noch einmal senden. Ihre Eingabe ist noch hier.',
  stopWaiting: 'Nicht länger warten',
  refused: 'Sie wurde abgelehnt, bevor sie diese Website erreicht hat.',
  refused429: 'Von hier kamen zu viele Anfragen. Warten Sie eine Minute, bevor Sie es noch einmal senden.',
  refusedOther: 'Etwas vor dieser Website hat an ihrer Stelle geantwortet.',
  openAgain: 'Prüfen Sie Ihre Verbindung, und öffnen Sie die Seite noch einmal.',

  rejected: 'Anfrage nicht angenommen',
  rejected400: 'Was gesendet wurde, ist unvollständig oder fehlerhaft, deshalb konnte diese Website es nicht lesen.',
  rejected403: 'Was gesendet wurde, kam von einer anderen Website. Diese nimmt es nur von ihren eigenen Seiten an.',
  rejected413: 'Was gesendet wurde, ist größer, als diese Website annimmt.',
  rejectedOther: 'Diese Adresse nimmt nicht an, was an sie gesendet wurde.',
  nothingDone: 'Damit ist nichts geschehen, und nichts ist kaputt.',

  title401: 'Nicht erkannt',
  text401: 'Diese Seite ist nur für Besucher, die diese Website erkennt. Nichts ist kaputt. (401)',
  title403: 'Diese Seite ist für Sie nicht zugänglich',
  text403:
    'Es gibt die Seite, aber diese Website zeigt sie Ihnen nicht. Nichts ist kaputt, und ein neuer Versuch ändert daran nichts. (403)',
  title404: 'Seite nicht gefunden',
  text404:
    'Unter dieser Adresse gibt es keine Seite. Wenn Sie sie eingetippt haben, prüfen Sie die Schreibweise; wenn Sie sie kopiert haben, prüfen Sie, ob sie vollständig ist. (404)',
};
