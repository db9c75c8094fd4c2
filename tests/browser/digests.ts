import type { APIRequestContext, APIResponse } from 'playwright/test';
import { expect, type Since } from './fixtures';

/** Every digest that a document bears, for the screen that its scripts will show or for the one without scripts. */
export async function digestsIn(response: APIResponse): Promise<string[]> {
  const html = await response.text();
  const found = html.matchAll(/(?:digest\\?":\\?"|Digest: )([0-9a-f]{32})/g);
  return [...new Set(Array.from(found, ([, digest]) => digest ?? ''))];
}

/** Requests what fails, and gives back the one digest that its document bears. */
export async function digestOf(request: APIRequestContext, path: string, status = 500): Promise<string> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(status);
  const [digest = 'none', ...more] = await digestsIn(response);
  expect(more, path).toEqual([]);
  return digest;
}

/** Expects one event and one log line for each of these failures, and nothing else, and gives back the lines. */
export async function expectReported(since: Since, digests: string[]) {
  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(digests.toSorted());
  expect(failures.map(({ digest }) => digest)).toEqual(digests);
  return failures;
}
