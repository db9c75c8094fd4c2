// https://www.w3.org/TR/webdriver2/

// A driver may never answer, such as WebKit's to a screenshot of a page that paints nothing more.
const timeoutMs = 20_000;

/**
 * Opens the one session of the driver that listens on this port of 127.0.0.1. What it is asked to do rejects if the browser cannot.
 * Elements are found by a CSS selector, or by an XPath that begins with `//`.
 */
export async function openSession(port: number) {
  const { sessionId } = await command<{ sessionId: string }>(port, 'POST', '/session', { capabilities: {} });
  const inSession = <Value>(method: 'GET' | 'POST', path: string, body?: object) =>
    command<Value>(port, method, `/session/${sessionId}${path}`, body);

  async function element(selector: string): Promise<string> {
    const using = selector.startsWith('//') ? 'xpath' : 'css selector';
    const found = await inSession<Record<string, string>>('POST', '/element', { using, value: selector });
    return `/element/${Object.values(found)[0]}`;
  }

  return {
    /** Resolves when the page has loaded. */
    goto: (url: string) => inSession<null>('POST', '/url', { url }),
    back: () => inSession<null>('POST', '/back', {}),
    forward: () => inSession<null>('POST', '/forward', {}),
    click: async (selector: string) => inSession<null>('POST', `${await element(selector)}/click`, {}),
    type: async (selector: string, text: string) =>
      inSession<null>('POST', `${await element(selector)}/value`, { text }),
    /** Calls the function in the page: what it uses, and what it gives back, has to be JSON. */
    evaluate: <Args extends unknown[], Result>(called: (...args: Args) => Result, ...args: Args) =>
      inSession<Result>('POST', '/execute/sync', { script: `return (${String(called)})(...arguments)`, args }),
    /** A picture of what the window shows. */
    screenshot: async () => Buffer.from(await inSession<string>('GET', '/screenshot'), 'base64'),
  };
}

async function command<Value>(port: number, method: string, path: string, body?: object): Promise<Value> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body: body && JSON.stringify(body),
    signal,
  });
  const { value } = (await response.json()) as { value: Value & { error: string; message: string } };
  if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
  return value;
}
