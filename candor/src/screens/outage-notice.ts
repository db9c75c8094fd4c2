import { createHold, type Outage } from '../browser/create-hold.js';
import { holdChunks } from '../browser/hold-chunks.js';
import type { OutageCause } from '../browser/outage-cause.js';
import { rememberSentForm } from '../browser/sent-form.js';
import { directionOf } from '../shared/languages.js';
import { groundColor } from './ground-color.js';
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

const { hold, sendAgain, doNotSend } = createHold({
  show,
  titleOf: (cause) => wordsFor(cause).title,
  probe: () => fetch(CANDOR_TUNNEL, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }),
});

notice.className = 'candor notice outage';
// Above everything, and to be pressed also where a library has switched the page off behind its dialog.
// In a low window, as at 400 %, it leaves something of the page in sight.
Object.assign(notice.style, { zIndex: '2147483647', pointerEvents: 'auto', maxHeight: '60vh', overflow: 'auto' });
alert.setAttribute('role', 'alert');
actions.className = 'actions';
alert.append(title, text);
const again = button(sendAgain, 'primary');
const never = button(doNotSend);
actions.append(again, never);
notice.append(alert, actions);
notice.addEventListener('focusin', ({ relatedTarget }) => {
  if (!notice.contains(relatedTarget as Node | null)) focusedBefore = relatedTarget;
});
for (const type of ['toggle', 'close']) document.addEventListener(type, () => isShown && place(), true); // Of dialogs.
holdChunks(hold);
rememberSentForm();
// While there is a network. Later screens have the style at once.
document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: CANDOR_STYLESHEET }));
void loadWords();

export { hold };

function show(outage: Outage | undefined) {
  if (!outage) return hide();
  const { words, lang } = currentWords();
  const { title: heading, text: reason } = wordsFor(outage.cause);
  Object.assign(notice, { lang, dir: directionOf(lang) });
  setText(again, words.sendAgain);
  setText(never, words.doNotSend);
  notice.setAttribute('aria-label', heading);
  setText(title, heading);
  setText(text, `${reason} ${outage.hasAction ? words.heldAction : words.heldOthers}`.trim());
  if (!outage.hasAction) giveFocusBack();
  actions.style.display = outage.hasAction ? '' : 'none';
  isShown = true;
  place();
}

function wordsFor(cause: OutageCause | undefined): { title: string; text: string } {
  const { words } = currentWords();
  if (cause === undefined) return { title: words.back, text: '' };
  return cause === 'unreachable'
    ? { title: words.unreachable, text: words.unreachableText }
    : { title: words.notResponding, text: words.notRespondingText };
}

/** A modal dialog makes everything outside of it inert. */
function place() {
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (notice.parentNode === host) return;
  // It covers other text. What is inherited goes on with the theme.
  const ground = groundColor(host);
  const isOfHost = ground === getComputedStyle(host).backgroundColor;
  notice.style.backgroundColor = isOfHost ? 'inherit' : (ground ?? '');
  host.append(notice);
}

/** Only a change, because a screen reader announces each write. */
function setText(element: Element, own: string) {
  if (element.textContent !== own) element.textContent = own;
}

function hide() {
  giveFocusBack();
  isShown = false;
  notice.remove();
}

/** Before the focused element is gone. */
function giveFocusBack() {
  if (notice.contains(document.activeElement) && focusedBefore instanceof HTMLElement) focusedBefore.focus();
}

function button(onClick: () => void, className = '') {
  const element = document.createElement('button');
  Object.assign(element, { type: 'button', className, onclick: onClick });
  return element;
}
