import type { Violation } from './read-reports.js';

const setting = 'sources of the setting `policy`';

/** @param hash of the script that begins like the sample; `undefined`: no document that this process has read contains one */
export function remediesOf({ directive, blocked, isOfRendered }: Violation, hash: string | undefined): string {
  if (blocked === 'eval' || blocked === 'wasm-eval')
    return `Code of the page is made from text. If it has to be, add "'${blocked === 'eval' ? '' : 'wasm-'}unsafe-eval'" to script-src in ${setting}.`;
  if (directive === 'script-src-attr') return 'Replace the attribute, such as onclick, by a listener in a script.';
  if (blocked !== 'inline') {
    const name = /^[a-z][a-z\d+.-]*$/.test(blocked) ? `${blocked}:` : blocked;
    return `If the page needs it, add "${name}" to ${directive} in ${setting}.`;
  }
  if (hash !== undefined) return `Put the script into a file, or add "${hash}" to script-src in ${setting}.`;
  const inserted = 'something in front of your server, or another script, writes it into your documents';
  if (isOfRendered)
    return `Give the script the nonce, (await headers()).get('x-nonce'). If it is not yours, ${inserted}.`;
  return `The script is in no document that this server has sent: ${inserted}. Turn that off, or have it put the script into a file.`;
}
