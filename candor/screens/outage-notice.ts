import { createHold, type Outage } from '../browser/create-hold';
import { holdChunks } from '../browser/hold-chunks';
import type { OutageCause } from '../browser/outage-cause';
import { browserReporter } from '../browser/reporter';

const words: Record<OutageCause | 'back', { title: string; text: string }> = {
  unreachable: { title: browserReporter.outages.unreachable, text: 'Check your connection.' },
  'not responding': { title: 'This site is not responding', text: 'That is the site’s fault, not yours.' },
  back: { title: 'This site can be reached again', text: '' },
};
const ofAction =
  'We do not know whether what you sent arrived. If it did, sending it again does it twice. If you do not send it, this page may lose what you typed.';
const ofOthers = 'What you asked for is loaded as soon as the site responds.';

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
actions.append(button('Send again', sendAgain, 'primary'), button('Do not send', doNotSend));
notice.append(alert, actions);
notice.addEventListener('focusin', ({ relatedTarget }) => {
  if (!notice.contains(relatedTarget as Node | null)) focusedBefore = relatedTarget;
});
for (const type of ['toggle', 'close']) document.addEventListener(type, () => isShown && place(), true); // Of dialogs.
holdChunks(hold);

export { hold };

function show(outage: Outage | undefined) {
  if (!outage) return hide();
  const { title: heading, text: reason } = words[outage.cause ?? 'back'];
  notice.setAttribute('aria-label', heading);
  setText(title, heading);
  setText(text, `${reason} ${outage.hasAction ? ofAction : ofOthers}`.trim());
  if (!outage.hasAction) giveFocusBack();
  actions.style.display = outage.hasAction ? '' : 'none';
  isShown = true;
  place();
}

/** A modal dialog makes everything outside of it inert. */
function place() {
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (notice.parentNode !== host) host.append(notice);
}

/** Only a change, because a screen reader announces each write. */
function setText(element: Element, words: string) {
  if (element.textContent !== words) element.textContent = words;
}

function hide() {
  giveFocusBack();
  isShown = false;
  notice.remove();
}

/** Before what has the focus is gone. */
function giveFocusBack() {
  if (notice.contains(document.activeElement) && focusedBefore instanceof HTMLElement) focusedBefore.focus();
}

function button(label: string, onClick: () => void, className = '') {
  const element = document.createElement('button');
  Object.assign(element, { type: 'button', className, onclick: onClick, textContent: label });
  return element;
}
