import { attempt } from '../internals/browser/patch.js';
import { OutageHold, type Outage } from '../browser/outage-hold.js';
import { browserReporter } from '../browser/reporter.js';
import { mayHoldTyped } from '../browser/typed.js';
import { directionOf } from '../shared/languages.js';
import { loadWords } from './visitor-words.js';
import { currentWords } from './words.js';

// Plain elements, outside of React's tree: what is held may be React's own transition, and every byte is loaded in advance.
const notice = document.createElement('aside');
const alert = document.createElement('div');
const title = document.createElement('strong');
const text = document.createElement('p');
const actions = document.createElement('div');
let isShown = false;
let focusedBefore: EventTarget | null = null;
const renewed = `candor.renewed.${CANDOR_RELEASE}`;

const ask = (method: string) => fetch(CANDOR_TUNNEL, { method, signal: AbortSignal.timeout(10_000) });
const { hold, loadChunk, sendAgain, doNotSend } = new OutageHold({
  show,
  titleOf: (outage) => wordsFor(outage).title,
  probe: () => ask('HEAD'),
  runningRelease: async () => ((await (await ask('GET')).json()) as { release?: string }).release,
  renew,
});

notice.className = 'candor notice outage';
// Above everything, and usable where a library has disabled the page behind its dialog. In a low window, as at 400 %, it leaves a part
// of the page visible.
Object.assign(notice.style, { zIndex: '2147483647', pointerEvents: 'auto', maxHeight: '60vh', overflow: 'auto' });
alert.setAttribute('role', 'alert');
actions.className = 'actions';
alert.append(title, text);
const again = button('primary');
const never = Object.assign(button(), { onclick: doNotSend });
actions.append(again, never);
notice.append(alert, actions);
notice.addEventListener('focusin', ({ relatedTarget }) => {
  if (!notice.contains(relatedTarget as Node | null)) focusedBefore = relatedTarget;
});
for (const type of ['toggle', 'close']) document.addEventListener(type, () => isShown && place(), true); // Of dialogs.
// Now, while there is a network.
const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: CANDOR_STYLESHEET });
browserReporter.apart.add(style.href); // Nobody waits for it.
document.head.append(style);
void loadWords();

export { hold, loadChunk };

/** Reloads the page once, past the HTTP cache. The visitor does it where something may have been typed, or nothing can be stored. */
function renew(): boolean {
  if (attempt(undefined, () => sessionStorage[renewed] !== undefined)) return false;
  if (!mayHoldTyped() && attempt(undefined, () => (sessionStorage[renewed] = 1))) reload();
  return true;
}

function reload() {
  attempt(undefined, () => (sessionStorage[renewed] = 1));
  const open = () => location.reload();
  fetch(location.href, { cache: 'reload' }).then(open, open);
}

function show(outage: Outage | undefined) {
  if (!outage) return hide();
  const { words, lang } = currentWords();
  const { title: heading, text: reason } = wordsFor(outage);
  const isOutdated = outage.cause === 'outdated';
  Object.assign(notice, { lang, dir: directionOf(lang) });
  setText(again, isOutdated ? words.reload : words.sendAgain);
  setText(never, outage.cause === 'cut' ? words.stopWaiting : words.doNotSend);
  notice.setAttribute('aria-label', heading);
  setText(title, heading);
  setText(text, reason);
  const isDecided = !outage.hasAction && !isOutdated;
  if (isDecided) giveFocusBack();
  actions.style.display = isDecided ? 'none' : '';
  again.style.display = outage.canBeSent || isOutdated ? '' : 'none';
  again.onclick = isOutdated ? reload : sendAgain;
  never.style.display = isOutdated ? 'none' : '';
  isShown = true;
  place();
}

function wordsFor({ cause, hasAction, status = 0 }: Outage): { title: string; text: string } {
  const { words } = currentWords();
  const held = hasAction ? words.heldAction : words.heldOthers;
  const refused = status === 413 ? words.rejected413 : status === 429 ? words.refused429 : words.refused;
  const [title, text] = {
    unreachable: [words.unreachable, `${words.unreachableText} ${held}`],
    'not responding': [words.notResponding, `${words.notRespondingText} ${held}`],
    back: [words.back, held],
    cut: [words.cut, words.cutText],
    outdated: [words.updated, mayHoldTyped() ? words.updatedText : words.reloading],
    refused: [words.rejected, `${status >= 400 ? refused : words.refusedOther} ${words.maySend}`],
  }[cause] as [string, string];
  return { title, text };
}

/** A modal dialog makes everything outside of it inert. */
function place() {
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (notice.parentNode === host) return;
  // It covers other text. An inherited colour follows the theme.
  const ground = groundColor(host);
  const isOfHost = ground === getComputedStyle(host).backgroundColor;
  notice.style.backgroundColor = isOfHost ? 'inherit' : (ground ?? '');
  host.append(notice);
}

/** The colour behind the text of an element. */
function groundColor(element: Element): string | undefined {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each);
    if (backgroundColor !== '' && backgroundColor !== 'transparent' && !/^rgba\(.*, 0\)$/.test(backgroundColor))
      return backgroundColor;
  }
  return undefined;
}

/** A screen reader announces each write. */
function setText(element: Element, own: string) {
  if (element.textContent !== own) element.textContent = own;
}

function hide() {
  giveFocusBack();
  isShown = false;
  notice.remove();
}

function giveFocusBack() {
  if (notice.contains(document.activeElement) && focusedBefore instanceof HTMLElement) focusedBefore.focus();
}

function button(className = '') {
  return Object.assign(document.createElement('button'), { type: 'button' as const, className });
}
