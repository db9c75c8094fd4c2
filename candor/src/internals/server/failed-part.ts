import { patch } from '../patch.js';

const own = patch('failed-part');

/** Inserts HTML beside the markup that React streams in place of a part that failed. @returns the same chunk, where it has none */
export function insertAfterFailedPart(chunk: Buffer, digest: string, html: () => string): Buffer {
  // Looking for it is cheap. The data for scripts has it too, in another form.
  if (!chunk.includes(`"${digest}"`)) return chunk;
  const id = digest.replaceAll('.', '\\.');
  // The template of a part that failed before its fallback was sent, or the call that reports one whose fallback was.
  const forms = [`<template data-dgst="${id}"[^>]*></template>`, `\\$RX\\("[^"]*","${id}"[^<]*</script>`];
  const failedPart = new RegExp(forms.join('|'), 'g');
  const text = chunk.toString('latin1'); // One character a byte, wherever the chunk was cut.
  const inserted = text.replace(failedPart, (found) => found + Buffer.from(html()).toString('latin1'));
  if (inserted === text) {
    own.fail(new Error('The markup of a part that failed has another form.'));
    return chunk;
  }
  own.seen();
  return Buffer.from(inserted, 'latin1');
}
