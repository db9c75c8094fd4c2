import type { APIResponse, Page, Response, Route } from 'playwright/test';

export function hasSdk(script: string): boolean {
  return script.includes('sentry.javascript.');
}

/** What a script reads, or nothing: its page may go while it is read. */
export async function scriptText(response: Response): Promise<string> {
  return response.url().endsWith('.js') ? response.text().catch(() => '') : '';
}

/** Handles each request of a page for the chunk with the SDK; the other chunks are loaded as usual. */
export async function routeSdk(
  page: Page,
  handle: (route: Route, response: APIResponse) => Promise<unknown>,
): Promise<void> {
  await page.route('**/_next/static/chunks/**', async (route) => {
    const response = await route.fetch();
    await (hasSdk(await response.text()) ? handle(route, response) : route.fulfill({ response }));
  });
}
