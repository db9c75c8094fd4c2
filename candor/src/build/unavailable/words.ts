/** A sentence of this page alone, by language. The screens have its other words. */
export const triesByItself: ReadonlyMap<string, string> = new Map([
  ['ar', 'تعيد هذه الصفحة المحاولة من تلقاء نفسها، ولا ترسل شيئًا مرة ثانية.'],
  ['de', 'Diese Seite versucht es von selbst wieder und schickt dabei nichts ein zweites Mal ab.'],
  ['en', 'This page tries again by itself, and sends nothing a second time.'],
  ['fr', 'Cette page réessaie d’elle-même, sans rien envoyer une seconde fois.'],
]);
