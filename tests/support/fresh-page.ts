import { afterEach, beforeEach, vi } from 'vitest';

// In a browser's environment each test begins with an empty page and with nothing stored; no test leaves fake timers behind.
beforeEach(() => {
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  for (const part of [document.head, document.body]) part.replaceChildren();
});

afterEach(() => void vi.useRealTimers());
