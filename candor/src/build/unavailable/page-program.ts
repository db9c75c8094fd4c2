/**
 * The program of the page, which runs there alone: its text is put into the document, so it uses nothing of this module. It shows the visitor's
 * language, and asks with growing pauses whether the site responds. Then it opens the address of the page with GET: what a visitor
 * had sent is never sent again.
 */
function showAndTryAgain(): void {
  const { base = '', probe = '/', cookie = '' } = document.body.dataset;
  const longestPause = 60_000;
  const memory = 'candor.unavailable';
  const screen = showLanguage();
  const line = screen?.querySelector<HTMLElement>('[data-next]');
  let count = triesBefore();
  let timer = 0;
  let nextAt = 0;
  let isTrying = false;

  addEventListener('online', tryAgain);
  addEventListener('offline', tellNext);
  document.addEventListener('visibilitychange', tryAgain);
  wait();

  function primary(tag = ''): string | undefined {
    return tag.toLowerCase().split(/[-_]/)[0];
  }

  function showLanguage(): HTMLElement | undefined {
    const screens = Array.from(document.querySelectorAll('main'));
    const wanted = [
      location.pathname.slice(base.length).split('/')[1],
      `; ${document.cookie}`.split(`; ${cookie}=`)[1]?.split(';')[0],
      ...navigator.languages,
    ];
    const [first] = screens;
    const found = wanted.map((tag) => screens.find(({ lang }) => primary(lang) === primary(tag))).find(Boolean);
    if (!first || !found || found === first) return first;
    const titleOf = (one: HTMLElement) => one.querySelector('h1')?.textContent ?? '';
    document.title = document.title.replace(titleOf(first), () => titleOf(found));
    Object.assign(document.documentElement, { lang: found.lang, dir: found.dir });
    first.hidden = true;
    found.hidden = false;
    return found;
  }

  function wait(): void {
    // Each visitor at another time: a site that has just started gets them one by one.
    const pause = Math.min(longestPause, 2_000 * 2 ** count) * (0.5 + Math.random() / 2);
    count += 1;
    nextAt = Date.now() + pause;
    timer = window.setTimeout(tryAgain, pause);
    tellNext();
  }

  /** Not in a live region: nobody wants to hear it each time. */
  function tellNext(): void {
    if (!line) return;
    const { next = '', offline = '' } = line.dataset;
    const { lang } = document.documentElement;
    const local = navigator.languages.find((tag) => primary(tag) === primary(lang)) ?? lang; // Some count to 12, some to 24.
    const format = new Intl.DateTimeFormat(local, { timeStyle: 'medium' });
    line.textContent = navigator.onLine ? next.replace('{time}', () => format.format(nextAt)) : offline;
  }

  async function tryAgain(): Promise<void> {
    if (document.hidden || isTrying) return; // It goes on when the page is seen again.
    isTrying = true;
    clearTimeout(timer);
    if (await responds()) return open();
    isTrying = false;
    wait();
  }

  /** The address of the reports, not the page's own: a HEAD of that could do what the page does, such as use up a link for one use. */
  async function responds(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(probe, { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal });
      return response.status < 500;
    } catch {
      return false; // The browser's console has named it.
    }
  }

  function open(): void {
    if (line) line.textContent = '';
    rememberTries();
    const { href, pathname, search, hash } = location;
    // A document whose address differs by the fragment alone would stay.
    if (hash) history.replaceState(null, '', `${pathname}${search}${search ? '&' : '?'}`);
    location.replace(href); // `reload` would send again what was sent.
  }

  /** The page that opens may be this one again, as where only one page is too slow: then the pauses go on growing. */
  function rememberTries(): void {
    try {
      sessionStorage.setItem(memory, `${count} ${Date.now()}`);
    } catch {
      // Without storage the pauses begin at the shortest.
    }
  }

  function triesBefore(): number {
    try {
      const [tries = 0, at = 0] = (sessionStorage.getItem(memory) ?? '').split(' ').map(Number);
      return Date.now() - at < 2 * longestPause ? tries : 0;
    } catch {
      return 0; // The browser denies storage.
    }
  }
}

/** That program as a script: the same for every application, without comments and indentation. */
export const unavailableScript = `(${showAndTryAgain.toString()})()`
  .replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, '')
  .replace(/ \/\/ .*$/gm, '')
  .replace(/^\s+/gm, '');
