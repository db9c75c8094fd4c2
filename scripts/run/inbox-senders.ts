/** What Spotlight keeps of a request: the envelope, and the sender's `User-Agent`. */
type Received = { getData: () => Uint8Array; senderUserAgent?: string };
type EventBuffer = { put: (received: Received) => unknown };

/**
 * Lets Spotlight distinguish events of browsers from those of the server. It goes by the `User-Agent` of the request, but here all
 * events come from the application's relay; those of browsers went through the tunnel, and name their browser themselves.
 * Patches Spotlight's one buffer.
 */
export async function labelBrowserEvents(): Promise<void> {
  const file = new URL('utils/getBuffer.js', import.meta.resolve('@spotlightjs/spotlight'));
  const { getBuffer } = (await import(file.href)) as { getBuffer: () => EventBuffer };
  const buffer = getBuffer();
  const put = buffer.put.bind(buffer);
  buffer.put = (received) => {
    received.senderUserAgent = browserOf(received.getData()) ?? received.senderUserAgent;
    return put(received);
  };
}

/** The `User-Agent` in an envelope whose first item is an event or a feedback of a browser. */
function browserOf(envelope: Uint8Array): string | undefined {
  const [, , payload = ''] = new TextDecoder().decode(envelope).split('\n', 3);
  try {
    const { platform, request } = JSON.parse(payload) as Partial<BrowserEvent>;
    return platform === 'javascript' ? request?.headers?.['User-Agent'] : undefined;
  } catch {
    return undefined; // No event: Spotlight says so itself.
  }
}

type BrowserEvent = { platform: string; request: { headers?: { 'User-Agent'?: string } } };
