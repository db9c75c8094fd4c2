import { useSyncExternalStore } from 'react';
import type { Spoken } from '../shared/spoken.js';

// The words in the language of the page, where a site has several. The first screen loads them.

/** A screen is in the language of the build after this time. */
const longestWaitMs = 1_000;

type Local = Spoken | 'none' | undefined;

/** `none`: screens are in the language of the build. `undefined`: not known yet. */
let local: Local = CANDOR_LANGUAGES ? undefined : 'none';
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** It never rejects: without them, screens are in the language of the build. */
export function loadWords(): Promise<void> {
  return (loading ??= load());
}

async function load(): Promise<void> {
  if (!CANDOR_LANGUAGES) return;
  setTimeout(() => settle(local ?? 'none'), longestWaitMs);
  try {
    const { loadLocalWords } = await import('./local-words.js');
    settle(await loadLocalWords());
  } catch (error) {
    console.warn('The words in your language could not be loaded.', error);
    settle('none');
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

/** For a screen that would rather wait a moment than change its language. */
export function useSettledWords(): Local {
  return useSyncExternalStore(
    subscribe,
    () => local,
    () => 'none',
  );
}

const spoken = (words: Local) => (words === 'none' ? undefined : words);

export const useLocalWords = (): Spoken | undefined => spoken(useSettledWords());

/** The same outside of React, as far as they are loaded. */
export const localWords = (): Spoken | undefined => spoken(local);
