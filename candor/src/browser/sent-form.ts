import { isControlled } from '../internals/browser/controlled-fields.js';
import { attempt } from '../internals/browser/patch.js';
import { isSecretName } from '../scrubbing/secret-names.js';

// Where the action of a form fails, React removes the form with the part of the page that failed, and all that was typed with it. When the
// part is tried again, a new form has it back. It is in the memory of this page alone: nothing is stored or sent.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What a field held: a text, whether it was chosen, or which of its options were. `undefined`: the application keeps it. */
type Content = string | boolean | boolean[] | undefined;

/** A form that was sent: what it held, and which it was of all forms of its page that have the same fields. */
type SentForm = {
  form: WeakRef<HTMLFormElement>;
  pathname: string;
  names: string;
  index: number;
  count: number;
  contents: Content[];
};

const waitMs = 30_000;
const notKept = /^(password|hidden|file|submit|image|button|reset)$/;
const notTyped = /^(hidden|submit|image|button|reset)$/;
const secretContent = /(^|\s)(cc-\S+|one-time-code|(new|current)-password)(\s|$)/;

let sent: SentForm | undefined;
let lost: SentForm | undefined;
let endOfWait: (() => void) | undefined;

/** Remembers the form of this page that is sent last, until React resets it: its action has succeeded. */
export function rememberSentForm(): void {
  const remember = ({ target }: Event) => attempt(undefined, () => void (sent = describe(target as HTMLFormElement)));
  window.addEventListener('submit', remember, true);
  window.addEventListener('reset', ({ target }) => target === sent?.form.deref() && (sent = undefined), true);
}

/** Called when a page has failed: the form that was sent last is lost if it is not in the page any more. */
export function keepLostForm(): void {
  if (!sent || sent.form.deref()?.isConnected) return;
  [lost, sent] = [sent, undefined];
  restoreLostForm(); // The part may have been tried again by then.
}

/** Called when the screen of a failure leaves: fills the form that takes the place of the lost one, if it comes within half a minute. */
export function restoreLostForm(): void {
  endOfWait?.();
  const tryToFill = () => attempt(undefined, fillAgain) ?? true;
  if (tryToFill()) return;
  const observer = new MutationObserver(() => tryToFill() && endOfWait?.());
  const timer = setTimeout(() => endOfWait?.(), waitMs);
  observer.observe(document, { childList: true, subtree: true });
  endOfWait = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** Whether there is nothing left to fill. */
function fillAgain(): boolean {
  if (lost?.pathname !== location.pathname) lost = undefined;
  if (!lost) return true;
  const { names, index, count, contents } = lost;
  const forms = formsWith(names);
  const form = forms[index];
  if (!form || forms.length !== count) return false;
  lost = undefined;
  fieldsOf(form).forEach((field, position) => attempt(undefined, () => fill(field, contents[position])));
  return true;
}

function describe(form: HTMLFormElement): SentForm {
  const names = namesOf(form);
  const forms = formsWith(names);
  const contents = fieldsOf(form).map((field) => (isControlled(field) ? undefined : contentOf(field)));
  const place = { index: forms.indexOf(form), count: forms.length };
  return { form: new WeakRef(form), pathname: location.pathname, names, ...place, contents };
}

const formsWith = (names: string) => [...document.forms].filter((form) => namesOf(form) === names);

/** The fields of a form as a text. Not by id: React makes a new one for each form. */
function namesOf(form: HTMLFormElement): string {
  return JSON.stringify(fieldsOf(form).map(({ type, name }) => [type, name]));
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((element): element is Field => isField(element) && !isSecret(element));
}

const isField = (element: Element): element is Field => /^(input|textarea|select)$/.test(element.localName);

function isSecret({ type, name, autocomplete }: Field): boolean {
  return notKept.test(type) || secretContent.test(autocomplete) || isSecretName(name);
}

function contentOf(field: Field): Content {
  if (field instanceof HTMLSelectElement) return Array.from(field.options, ({ selected }) => selected);
  return isChoice(field) ? field.checked : field.value;
}

/** No event tells the application of it: its handlers may do more than to read what was typed. */
function fill(field: Field, content: Content): void {
  if (content === undefined || isControlled(field)) return;
  if (field instanceof HTMLSelectElement) {
    const chosen = content as boolean[];
    if (field.options.length !== chosen.length) return; // Other options.
    for (const [index, option] of [...field.options].entries()) option.selected = chosen[index] === true;
  } else if (isChoice(field)) field.checked = content === true;
  else if (field.value === field.defaultValue) field.value = String(content); // Nobody has typed there since.
}

/** Whether a field of the page may hold what the visitor has typed. One of which nobody can say counts as one. */
export function mayHoldTyped(within: ParentNode = document): boolean {
  return [...within.querySelectorAll('*')].some((element) => {
    if (element.shadowRoot && mayHoldTyped(element.shadowRoot)) return true;
    if (element instanceof HTMLElement && element.isContentEditable) return element.textContent !== '';
    if (!isField(element)) return false;
    if (element instanceof HTMLSelectElement) return [...element.options].some((o) => o.selected !== o.defaultSelected);
    if (notTyped.test(element.type)) return false;
    if (isChoice(element)) return element.checked !== element.defaultChecked;
    return element.value !== (isControlled(element) ? '' : element.defaultValue);
  });
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';
