import type { Chunk } from './chunk-errors.js';
import { attempt } from './patch.js';

export const addressOf = (chunk: Chunk) => ('src' in chunk ? chunk.src : chunk.href);

/** A script that failed cannot run any more: its copy registers the modules that the bundler waits for. */
export function replaceChunk(chunk: Chunk): void {
  const isReplaced = attempt('chunk-errors', () => {
    const copy = document.createElement(chunk.localName) as Chunk;
    for (const { name, value } of chunk.attributes) copy.setAttribute(name, value);
    copy.nonce = chunk.nonce;
    copy.onload = () => settleChunk(chunk, 'load');
    copy.onerror = () => settleChunk(chunk, 'error');
    if (chunk.isConnected) chunk.after(copy);
    else document.head.append(copy);
    return true;
  });
  if (!isReplaced) settleChunk(chunk, 'error');
}

export function settleChunk(chunk: Chunk, type: 'load' | 'error'): void {
  chunk.dispatchEvent(new Event(type));
}
