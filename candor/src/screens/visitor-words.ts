import { useSyncExternalStore } from 'react';
import type { Spoken } from '../shared/spoken.js';

// The words in the language of the page, where a site has several. They are loaded when the first screen asks for them.

/** A screen goes on in the language of the build after this time. */
const longestWaitMs = 1_000;

let local: Spoken | undefined;
let isSettled = false;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads them once. It never rejects: without them screens are in the language of the build. */
export function loadWords(): Promise<void> {
  return (loading ??= load());
}

async function load(): Promise<void> {
  if (CANDOR_LANGUAGES !== '') {
    setTimeout(settle, longestWaitMs);
    try {
      const { loadLocalWords } = await import('./local-words.js');
      local = await loadLocalWords();
    } catch (error) {
      console.warn('The words in your language could not be loaded.', error);
    }
    settle();
  }
}

function settle() {
  isSettled = true;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void loadWords();
  return () => listeners.delete(listener);
}

const readLocal = () => local;
const readSettled = () => (isSettled ? (local ?? 'none') : undefined);

/** The words in the language of the page, from when they are loaded. */
export function useLocalWords(): Spoken | undefined {
  return useSyncExternalStore(subscribe, readLocal, () => undefined);
}

/** The same for a screen that would rather wait a moment than change its language. `none`: it is that of the build. */
export function useSettledWords(): Spoken | 'none' | undefined {
  return useSyncExternalStore(subscribe, readSettled, () => 'none');
}

/** Those words outside of React, as far as they are loaded. */
export const localWords = readLocal;
