import type { Words } from './en.js';

// Before `:`, `;`, `?` and `!` stands a space that no line breaks at.
export const words: Words = {
  failed: 'Un problème est survenu',
  notYours: 'C’est la faute du site, pas la vôtre.',
  ifSent: 'Si vous étiez en train d’envoyer quelque chose, vérifiez que l’envoi a abouti avant de réessayer.',
  quote: 'Si vous demandez de l’aide, donnez cette référence. Elle désigne ce qui vient de se passer.',
  again: 'Réessayer',
  home: 'Aller à la page d’accueil',
  updated: 'Ce site a été mis à jour',
  reloading: 'Nouveau chargement…',
  reload: 'Recharger',
  updatedText:
    'Cette page n’est plus à jour, et il lui manque une partie. La recharger fera perdre ce que vous y avez saisi.',

  report: 'Signalement',
  time: 'Heure',
  copy: 'Copier la référence',
  copied: 'Copié.',
  notCopied: 'Votre navigateur a bloqué la copie. Sélectionnez et copiez vous-même la référence.',

  sending: 'envoi en cours',
  sent: 'envoyé',
  queued: 'en attente d’envoi',
  dropped: 'abandonné : {reason}',
  off: 'désactivé',
  unknown: 'inconnu de ce serveur',

  ask: 'Que faisiez-vous ?',
  send: 'Envoyer',
  sendingAnswer: 'Envoi en cours…',
  emptyAnswer: 'Écrivez d’abord quelque chose.',
  longAnswer: 'Trop long de {over} : la limite est de {most} caractères.',
  sentAnswer: 'Envoyé. Merci.',
  queuedAnswer: 'Enregistré, et envoyé dès que le service sera joignable. Merci.',
  offlineAnswer:
    'Vous êtes hors ligne. Enregistré dans ce navigateur, et envoyé dès que vous serez de nouveau en ligne. Merci.',
  unkeptAnswer:
    'Vous êtes hors ligne. Laissez cette page ouverte : ce sera envoyé dès que vous serez de nouveau en ligne. Merci.',
  droppedAnswer: 'Non envoyé : {reason}.',
  offAnswer: 'Non envoyé : les signalements sont désactivés.',
  unknownAnswer: 'Nous ne savons pas si votre message est arrivé.',

  unreachable: 'Ce site est injoignable',
  unreachableText: 'Vérifiez votre connexion.',
  notResponding: 'Ce site ne répond pas',
  notRespondingText: 'C’est la faute du site, pas la vôtre.',
  back: 'Ce site est de nouveau joignable',
  heldAction:
    'Nous ne savons pas si votre envoi est arrivé. Si oui, l’envoyer à nouveau le fera deux fois. Si vous ne l’envoyez pas, cette page risque de perdre votre saisie.',
  heldOthers: 'La page sera chargée dès que le site répondra.',
  sendAgain: 'Envoyer à nouveau',
  doNotSend: 'Ne pas envoyer',
  maySend: 'Si vous n’envoyez pas, cette page peut perdre votre saisie.',
  cut: 'La connexion a été interrompue',
  cutText: 'Votre envoi est peut-être arrivé. Vérifiez avant de l’envoyer de nouveau. Votre saisie est toujours ici.',
  stopWaiting: 'Ne plus attendre',
  refused: 'Votre demande a été refusée avant d’atteindre ce site.',
  refused429: 'Trop de demandes sont venues de votre réseau. Attendez une minute, puis réessayez.',
  refusedOther: 'Quelque chose devant ce site a répondu à sa place.',
  openAgain: 'Vérifiez votre connexion, puis ouvrez à nouveau la page.',

  rejected: 'Demande non acceptée',
  rejected400: 'La demande est incomplète ou mal formée : ce site n’a pas pu la lire.',
  rejected403: 'La demande vient d’un autre site. Celui-ci ne l’accepte que de ses propres pages.',
  rejected413: 'La demande est plus volumineuse que ce site ne l’accepte.',
  rejectedOther: 'Cette adresse n’accepte pas ce genre de demande.',
  nothingDone: 'Rien n’a été modifié, et rien n’est cassé.',

  title401: 'Vous n’êtes pas connecté',
  text401: 'Vous devez être connecté pour voir cette page. Rien n’est cassé. (401)',
  title403: 'Cette page ne vous est pas accessible',
  text403:
    'La page existe, mais ce site ne vous la montre pas. Rien n’est cassé, et réessayer n’y changera rien. (403)',
  title404: 'Page introuvable',
  text404:
    'Il n’y a pas de page à cette adresse. Si vous l’avez tapée, vérifiez l’orthographe ; si vous l’avez copiée, vérifiez qu’elle est complète. (404)',
};
