/** The text of a script that shows that it has run. */
export const note = (name: string) => `(window.ran ||= []).push('${name}')`;
