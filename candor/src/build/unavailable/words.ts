/** The words of the page for a site that does not respond. They name no cause: the proxy that sends the page knows none. */
export type UnavailableWords = {
  /** A tag of BCP 47. */
  lang: string;
  dir: 'ltr' | 'rtl';
  title: string;
  /** Whose fault it is, and what that means for something that was just sent. */
  fault: string;
  byItself: string;
  /** `{time}` stands for a time of day. */
  next: string;
  offline: string;
  again: string;
};

const english: UnavailableWords = {
  lang: 'en',
  dir: 'ltr',
  title: 'This site is not responding',
  fault:
    'That is the site’s fault, not yours. If you had just sent something, see whether it arrived before you send it again.',
  byItself: 'This page tries again by itself, and sends nothing a second time.',
  next: 'Next try at {time}.',
  offline: 'This device is offline. This page goes on as soon as it is online again.',
  again: 'Try again',
};

const german: UnavailableWords = {
  lang: 'de',
  dir: 'ltr',
  title: 'Diese Website antwortet nicht',
  fault:
    'Das liegt an der Website, nicht an Ihnen. Wenn Sie gerade etwas abgeschickt haben, sehen Sie nach, ob es angekommen ist, bevor Sie es noch einmal abschicken.',
  byItself: 'Diese Seite versucht es von selbst wieder und schickt dabei nichts ein zweites Mal ab.',
  next: 'Nächster Versuch um {time}\u00a0Uhr.',
  offline: 'Dieses Gerät ist offline. Sobald es wieder online ist, geht es hier weiter.',
  again: 'Erneut versuchen',
};

const french: UnavailableWords = {
  lang: 'fr',
  dir: 'ltr',
  title: 'Ce site ne répond pas',
  fault:
    'La faute en revient au site, pas à vous. Si vous veniez d’envoyer quelque chose, vérifiez que c’est bien arrivé avant de l’envoyer à nouveau.',
  byItself: 'Cette page réessaie d’elle-même, sans rien envoyer une seconde fois.',
  next: 'Prochain essai à {time}.',
  offline: 'Cet appareil est hors ligne. Cette page reprendra dès qu’il sera de nouveau en ligne.',
  again: 'Réessayer',
};

const arabic: UnavailableWords = {
  lang: 'ar',
  dir: 'rtl',
  title: 'هذا الموقع لا يستجيب',
  fault: 'الخلل في الموقع وليس من جهتك. إن كنت قد أرسلت شيئًا للتو، فتحقّق من وصوله قبل أن ترسله مرة أخرى.',
  byItself: 'تعيد هذه الصفحة المحاولة من تلقاء نفسها، ولا ترسل شيئًا مرة ثانية.',
  next: 'المحاولة التالية في الساعة {time}.',
  offline: 'هذا الجهاز غير متصل بالشبكة. ستتابع هذه الصفحة حالما يتصل من جديد.',
  again: 'إعادة المحاولة',
};

/** The languages that Candor has words in. The first stands in for the others. */
export const unavailableWords: readonly [UnavailableWords, ...UnavailableWords[]] = [english, german, french, arabic];

/**
 * The words for an application's languages, in their order; each once, English in place of one that Candor lacks.
 * @param tags of BCP 47, at least one; the first is the application's default
 */
export function wordsFor(tags: readonly string[]): UnavailableWords[] {
  const [otherwise] = unavailableWords;
  const found = tags.map((tag) => unavailableWords.find(({ lang }) => lang === primaryOf(tag)) ?? otherwise);
  return [...new Set(found.length > 0 ? found : [otherwise])];
}

const primaryOf = (tag: string) => tag.toLowerCase().split('-')[0];
