import type { Words } from './en.js';

// Before `:`, `;`, `?` and `!` stands a space that no line breaks at.
export const words: Words = {
  failed: 'Un problème est survenu',
  notYours: 'C’est la faute du site, pas la vôtre.',
  ifSent: 'Si vous veniez d’envoyer quelque chose, vérifiez si c’est bien arrivé avant de l’envoyer une nouvelle fois.',
  quote: 'Si vous demandez de l’aide, donnez cette référence. Elle mène à ce qui vient de se passer.',
  again: 'Réessayer',
  home: 'Aller à la page d’accueil',
  updated: 'Ce site a été mis à jour',
  reloading: 'Nouveau chargement…',
  reload: 'Recharger',
  updatedText:
    'Cette page est maintenant plus ancienne que le site, et il lui manque une partie. Ce que vous y avez saisi sera perdu quand elle sera rechargée.',

  report: 'Signalement',
  time: 'Heure',
  copy: 'Copier la référence',
  copied: 'Copié.',
  notCopied: 'Ce navigateur ne laisse pas la page copier : sélectionnez la référence à la main.',

  sending: 'envoi en cours',
  sent: 'envoyé',
  queued: 'en attente d’envoi',
  dropped: 'abandonné : {reason}',
  off: 'désactivé',
  unknown: 'inconnu ici',

  ask: 'Que faisiez-vous ?',
  send: 'Envoyer',
  sendingAnswer: 'Envoi en cours…',
  emptyAnswer: 'Écrivez d’abord quelque chose.',
  longAnswer: 'C’est trop long de {over} : on ne peut envoyer que {most} caractères.',
  sentAnswer: 'Envoyé. Merci.',
  queuedAnswer: 'Gardé ici, et envoyé dès que le service sera joignable. Merci.',
  offlineAnswer: 'Il n’y a pas de réseau. Gardé dans ce navigateur, et envoyé dès qu’il y en aura un. Merci.',
  unkeptAnswer: 'Il n’y a pas de réseau. Ce sera envoyé dès qu’il y en aura un, si cette page reste ouverte. Merci.',
  droppedAnswer: 'Non envoyé : {reason}.',
  offAnswer: 'Non envoyé : les signalements sont désactivés.',
  unknownAnswer: 'Nous ne savons pas si votre message est arrivé.',

  unreachable: 'Ce site est injoignable',
  unreachableText: 'Vérifiez votre connexion.',
  notResponding: 'Ce site ne répond pas',
  notRespondingText: 'C’est la faute du site, pas la vôtre.',
  back: 'Ce site est de nouveau joignable',
  heldAction:
    'Nous ne savons pas si ce que vous avez envoyé est arrivé. Si oui, un nouvel envoi le fera deux fois. Si vous ne l’envoyez pas, cette page risque de perdre votre saisie.',
  heldOthers: 'Ce que vous avez demandé sera chargé dès que le site répondra.',
  sendAgain: 'Envoyer à nouveau',
  doNotSend: 'Ne pas envoyer',
  maySend: 'Si vous n’envoyez pas, cette page peut perdre votre saisie.',
  cut: 'La connexion a été interrompue',
  cutText:
    'Votre envoi est peut-être arrivé\u00a0: vérifiez-le avant de l’envoyer de nouveau. Votre saisie est toujours ici.',
  stopWaiting: 'Ne plus attendre',
  refused: 'Elle a été refusée avant d’atteindre ce site.',
  refused429: 'Trop de demandes sont venues d’ici. Attendez une minute avant d’envoyer de nouveau.',
  refusedOther: 'Quelque chose devant ce site a répondu à sa place.',
  openAgain: 'Vérifiez votre connexion, puis ouvrez à nouveau la page.',

  rejected: 'Demande non acceptée',
  rejected400: 'Ce qui a été envoyé est incomplet ou mal formé : ce site n’a pas pu le lire.',
  rejected403: 'Ce qui a été envoyé vient d’un autre site. Celui-ci ne l’accepte que de ses propres pages.',
  rejected413: 'Ce qui a été envoyé est plus volumineux que ce site ne l’accepte.',
  rejectedOther: 'Cette adresse n’accepte pas ce qui lui a été envoyé.',
  nothingDone: 'Rien n’en a été fait, et rien n’est cassé.',

  title401: 'Vous n’êtes pas reconnu',
  text401: 'Cette page est réservée aux visiteurs que ce site reconnaît. Rien n’est cassé. (401)',
  title403: 'Cette page ne vous est pas accessible',
  text403:
    'La page existe, mais ce site ne vous la montre pas. Rien n’est cassé, et réessayer n’y changera rien. (403)',
  title404: 'Page introuvable',
  text404:
    'Il n’y a pas de page à cette adresse. Si vous l’avez tapée, vérifiez l’orthographe ; si vous l’avez copiée, vérifiez qu’elle est complète. (404)',
};
