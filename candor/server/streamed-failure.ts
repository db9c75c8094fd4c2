import type { ServerResponse } from 'node:http';

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/**
 * Puts a notice into a page that was partly sent when a part of it failed: beside what React then streams in place of that
 * part. Without scripts the page would go on showing that the part is loading.
 * @param notice HTML that browsers with scripts ignore
 */
export function addStreamedNotice(response: ServerResponse, digest: string, notice: string): void {
  const write = response.write.bind(response) as Write;
  let isAdded = false;
  response.write = ((chunk: unknown, ...rest: unknown[]) => {
    const added =
      !isAdded && chunk instanceof Uint8Array ? insertNotice(Buffer.from(chunk), digest, notice) : undefined;
    isAdded ||= added !== undefined;
    return write(added ?? chunk, ...rest);
  }) as ServerResponse['write'];
}

/** @returns `undefined`: the failure is not in this chunk */
export function insertNotice(chunk: Buffer, digest: string, notice: string): Buffer | undefined {
  if (!chunk.includes(digest)) return undefined;
  const text = chunk.toString('latin1'); // One character a byte, wherever the chunk was cut.
  const id = digest.replaceAll('.', '\\.');
  // The template of a part that failed before its fallback was sent, or the call that tells of one whose fallback was.
  const found = new RegExp(`<template data-dgst="${id}"[^>]*></template>|\\$RX\\("[^"]*","${id}"[^<]*</script>`).exec(
    text,
  );
  if (found === null) return undefined;
  const at = found.index + found[0].length;
  return Buffer.concat([chunk.subarray(0, at), Buffer.from(notice), chunk.subarray(at)]);
}
