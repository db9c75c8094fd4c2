import { afterEach, beforeEach, expect, vi } from 'vitest';

// A console.error or console.warn that no test asked for fails the test in which it was printed. A test that expects one
// takes it out: `expect(takeConsole('error')).toEqual([...])`.
const methods = ['error', 'warn'] as const;
const printed: Record<(typeof methods)[number], string[]> = { error: [], warn: [] };

beforeEach(() => {
  for (const method of methods) {
    printed[method] = [];
    vi.spyOn(console, method).mockImplementation((...words) => void printed[method].push(words.map(String).join(' ')));
  }
});

afterEach(() => {
  expect(printed, 'nothing unexpected on the console').toEqual({ error: [], warn: [] });
});

export function takeConsole(method: (typeof methods)[number]): string[] {
  const lines = printed[method];
  printed[method] = [];
  return lines;
}
