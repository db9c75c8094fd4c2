import { createHold, type Outage } from '../browser/create-hold.js';
import { holdChunks } from '../browser/hold-chunks.js';
import { tellMissing } from '../browser/tell-missing.js';
import { groundColor } from './ground-color.js';
import { outageWords as words } from './messages.js';

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
  titleOf: (cause) => words[cause].title,
  probe: () => fetch(CANDOR_TUNNEL, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }),
});

notice.className = 'notice outage';
// Above everything, and to be pressed also where a library has switched the page off behind its dialog.
Object.assign(notice.style, { zIndex: '2147483647', pointerEvents: 'auto' });
alert.setAttribute('role', 'alert');
actions.className = 'actions';
alert.append(title, text);
actions.append(button(words.sendAgain, sendAgain, 'primary'), button(words.doNotSend, doNotSend));
notice.append(alert, actions);
notice.addEventListener('focusin', ({ relatedTarget }) => {
  if (!notice.contains(relatedTarget as Node | null)) focusedBefore = relatedTarget;
});
for (const type of ['toggle', 'close']) document.addEventListener(type, () => isShown && place(), true); // Of dialogs.
holdChunks(hold);
setTimeout(tellMissing, 2_000); // A press may load this before the page has hydrated.

export { hold };

function show(outage: Outage | undefined) {
  if (!outage) return hide();
  const { title: heading, text: reason } = words[outage.cause ?? 'back'];
  notice.setAttribute('aria-label', heading);
  setText(title, heading);
  setText(text, `${reason} ${outage.hasAction ? words.ofAction : words.ofOthers}`.trim());
  if (!outage.hasAction) giveFocusBack();
  actions.style.display = outage.hasAction ? '' : 'none';
  isShown = true;
  place();
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

function button(label: string, onClick: () => void, className = '') {
  const element = document.createElement('button');
  Object.assign(element, { type: 'button', className, onclick: onClick, textContent: label });
  return element;
}
