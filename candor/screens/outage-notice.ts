import { createHold, type Outage } from '../browser/create-hold';
import { holdChunks } from '../browser/hold-chunks';
import type { OutageCause } from '../browser/outage-cause';
import { unreachable } from '../browser/outages';

const words: Record<OutageCause | 'back', { title: string; text: string }> = {
  unreachable: { title: unreachable, text: 'Check your connection.' },
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
let focusedBefore: EventTarget | null = null;

const { hold, sendAgain, doNotSend } = createHold({
  show,
  titleOf: (cause) => words[cause].title,
  probe: () => fetch('/monitoring', { method: 'HEAD', signal: AbortSignal.timeout(10_000) }),
});

notice.className = 'notice outage';
alert.setAttribute('role', 'alert');
actions.className = 'actions';
alert.append(title, text);
actions.append(button('Send again', sendAgain, 'primary'), button('Do not send', doNotSend));
notice.append(alert, actions);
notice.addEventListener('focusin', ({ relatedTarget }) => {
  if (!notice.contains(relatedTarget as Node | null)) focusedBefore = relatedTarget;
});
holdChunks(hold);

export { hold };

function show(outage: Outage | undefined) {
  if (!outage) return hide();
  const { title: heading, text: reason } = words[outage.cause ?? 'back'];
  notice.setAttribute('aria-label', heading);
  setText(title, heading);
  setText(text, `${reason} ${outage.hasAction ? ofAction : ofOthers}`.trim());
  actions.style.display = outage.hasAction ? '' : 'none';
  if (!notice.isConnected) document.body.append(notice);
}

/** Only a change, because a screen reader announces each write. */
function setText(element: Element, words: string) {
  if (element.textContent !== words) element.textContent = words;
}

function hide() {
  const hadFocus = notice.contains(document.activeElement);
  notice.remove();
  if (hadFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus();
}

function button(label: string, onClick: () => void, className = '') {
  const element = document.createElement('button');
  Object.assign(element, { type: 'button', className, onclick: onClick, textContent: label });
  return element;
}
