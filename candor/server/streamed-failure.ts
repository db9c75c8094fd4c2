import type { ServerResponse } from 'node:http';

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/** The notices of each page that is being sent, by the digest of the failure. */
const notices = new WeakMap<ServerResponse, Map<string, string>>();

/**
 * Puts a notice into a page that was partly sent when a part of it failed: beside the markup that React then streams in place
 * of that part. Without scripts the page would go on showing that the part is loading.
 * @param notice HTML that browsers with scripts ignore
 */
export function addStreamedNotice(response: ServerResponse, digest: string, notice: string): void {
  const known = notices.get(response);
  if (known) return void known.set(digest, notice);
  const added = new Map([[digest, notice]]);
  notices.set(response, added);
  const write = response.write.bind(response) as Write;
  response.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(ArrayBuffer.isView(chunk) ? insertNotices(chunk, added) : chunk, ...rest)) as ServerResponse['write'];
}

function insertNotices(chunk: ArrayBufferView, added: Map<string, string>): Buffer {
  let sent: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  for (const [digest, notice] of added) sent = insertNotice(sent, digest, notice);
  return sent;
}

/** @returns the same chunk: the failure is not in it */
export function insertNotice(chunk: Buffer, digest: string, notice: string): Buffer {
  // Looking for it is cheap. The data for scripts has it too, in another form.
  if (!chunk.includes(`data-dgst="${digest}"`) && !chunk.includes(`,"${digest}"`)) return chunk;
  const id = digest.replaceAll('.', '\\.');
  // The template of a part that failed before its fallback was sent, or the call that reports one whose fallback was.
  const failedPart = new RegExp(
    `<template data-dgst="${id}"[^>]*></template>|\\$RX\\("[^"]*","${id}"[^<]*</script>`,
    'g',
  );
  const text = chunk.toString('latin1'); // One character a byte, wherever the chunk was cut.
  const withNotices = text.replace(failedPart, (found) => found + Buffer.from(notice).toString('latin1'));
  return withNotices === text ? chunk : Buffer.from(withNotices, 'latin1');
}
