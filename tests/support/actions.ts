import type { APIRequestContext, APIResponse } from 'playwright/test';

/** The ids of a page's actions without arguments, by the kinds of their rows. One build has one each. */
export async function actionIds(
  request: APIRequestContext,
  url = '',
  page = '/failing-page',
): Promise<Record<string, string>> {
  const html = await (await request.get(`${url}${page}`)).text();
  const rows = html.matchAll(/data-kind="([^"]+)".*?<\/li>/gs);
  return Object.fromEntries(
    Array.from(rows, ([row, kind = '']) => [kind, /([0-9a-f]{42})/.exec(row)?.[1] ?? '']).filter(([, id]) => id !== ''),
  );
}

/** Posts an action as the framework's script does. */
export function postAction(
  request: APIRequestContext,
  url: string,
  id: string,
  { body = '[]', headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Promise<APIResponse> {
  return request.post(url, {
    headers: { 'Next-Action': id, 'Content-Type': 'text/plain;charset=UTF-8', ...headers },
    data: body,
    maxRedirects: 0,
  });
}
