type PropsOfReact = { value?: unknown; checked?: unknown };

/**
 * Whether the application keeps what is in a field as its own state, so that React alone may set it. A field of which React does not
 * say so counts as one, too.
 */
export function isControlled(field: Element): boolean {
  const key = Object.keys(field).find((name) => name.startsWith('__reactProps$'));
  if (key === undefined) return true;
  const { value, checked } = Object(Reflect.get(field, key)) as PropsOfReact;
  const isChoice = field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
  const own = isChoice ? checked : value; // The value of a choice is only its name.
  return own !== undefined && own !== null;
}
