type RenderState = { nonce?: { script?: unknown }; startInlineStyle?: unknown };

const start = '<style';

/**
 * Gives the styles that React writes by itself, those with a `precedence`, the nonce of the scripts: Next gives React a nonce
 * for scripts only. A `<style>` inside of a text that the page shows as HTML gets none.
 * @param render React's own object for a render
 */
export function giveStylesNonce(render: object): void {
  const { renderState } = render as { renderState?: RenderState };
  const nonce = renderState?.nonce?.script;
  if (typeof nonce !== 'string' || !(renderState?.startInlineStyle instanceof Uint8Array)) return;
  if (renderState.startInlineStyle.byteLength > start.length) return; // It was given before.
  renderState.startInlineStyle = new TextEncoder().encode(`${start} nonce="${nonce}"`);
}
