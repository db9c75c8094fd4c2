import { useSyncExternalStore } from 'react';
import type { Spoken } from '../shared/spoken.js';

// The words in the language of the page, where a site has several. The first screen loads them.

/** A screen is in the language of the build after this time. */
const longestWaitMs = 1_000;

/** `null`: screens are in the language of the build. `undefined`: not known yet. */
type Local = Spoken | null | undefined;

let local: Local = CANDOR_LANGUAGES ? undefined : null;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** It never rejects: without them, screens are in the language of the build. */
export function loadWords(): Promise<void> {
  return (loading ??= load());
}

async function load(): Promise<void> {
  if (!CANDOR_LANGUAGES) return;
  setTimeout(() => settle(local ?? null), longestWaitMs);
  try {
    const { loadLocalWords } = await import('./local-words.js');
    settle(await loadLocalWords());
  } catch (error) {
    console.warn('The words in your language could not be loaded.', error);
    settle(null);
  }
}

function settle(words: Local) {
  local = words;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void loadWords();
  return () => listeners.delete(listener);
}

/** A screen that would rather wait a moment than change its language shows nothing while they are not known. */
export function useLocalWords(): Local {
  return useSyncExternalStore(subscribe, localWords, () => null);
}

/** The same outside of React, as far as they are loaded. */
export const localWords = (): Local => local;
