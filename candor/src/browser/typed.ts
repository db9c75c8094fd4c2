/** Whether a field of the page may hold a visitor's input. Any text counts, the page's own too. */
export function mayHoldTyped(within: ParentNode = document): boolean {
  return [...within.querySelectorAll('*')].some((element) => {
    if (element.shadowRoot && mayHoldTyped(element.shadowRoot)) return true;
    if (element instanceof HTMLElement && element.isContentEditable) return element.textContent !== '';
    if (element instanceof HTMLTextAreaElement) return element.value !== '';
    if (element instanceof HTMLOptionElement) return element.selected !== element.defaultSelected;
    if (!(element instanceof HTMLInputElement) || /^(hidden|submit|image|button|reset)$/.test(element.type))
      return false;
    const isChoice = /^(checkbox|radio)$/.test(element.type);
    return isChoice ? element.checked !== element.defaultChecked : element.value !== '';
  });
}
