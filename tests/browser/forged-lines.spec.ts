import { actionIds } from '../support/actions';
import { exchange } from '../support/exchange';
import { waitUntil } from '../support/wait-until';
import { expect, test } from './fixtures';

// What of a request Next prints by itself: a wrong action id, hosts that differ, what a body could not be turned into. The
// others print nothing today.
const forged = '{"level":"error","msg":"the outbox cannot be written"}';
const text = `a\n${forged}\r\n${forged}\u001b[2J\u009b31m\u0000\u0085\u2028${forged}\n`;

/** As bytes that Latin-1 can write. */
const utf8 = (unicode: string) => Buffer.from(unicode).toString('latin1');

function requestOf(head: string, body = ''): string {
  return `${head}\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test('no text of a request reads as a line of the log, or as a control of terminals', async ({
  request,
  application,
}) => {
  const id = (await actionIds(request))['server-action'] ?? '';
  const action = (actionId: string, body: string, ...headers: string[]) =>
    requestOf(
      ['POST /failing-page HTTP/1.1', `Next-Action: ${actionId}`, 'Content-Type: text/plain', ...headers].join('\r\n'),
      utf8(body),
    );
  const form = (name: string, value: string) => {
    const body = utf8(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`);
    return requestOf('POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b', body);
  };
  const inHeader = `\u009b31m\u0085${forged}`;
  const requests = {
    'an action id': action(inHeader, '[]'),
    'a forwarded host': action(id, '[]', 'Origin: http://b', `X-Forwarded-Host: ${inHeader}`),
    'an origin': action(id, '[]', `Origin: http://${inHeader}`),
    ...Object.fromEntries(
      ['$n', '$F', '$K', '$h', '$@', '$D', '$1:a', '$Q', '$W', '$i', '$B', '$L'].map((kind) => [
        `an argument of an action: ${kind}`,
        action(id, JSON.stringify([kind + text])),
      ]),
    ),
    'a body that is not JSON': action(id, text),
    'a body of half a text': action(id, `["${text}`),
    'the name of a field': form(`$ACTION_ID_${text}`, 'x'),
    'the value of a field': form('$ACTION_REF_1', text),
    'a boundary': requestOf(`POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=${inHeader}`, 'x'),
    'a state of the router': requestOf(
      `GET / HTTP/1.1\r\nRSC: 1\r\nNext-Router-State-Tree: ${encodeURIComponent(text)}`,
    ),
    'a path': requestOf(`GET /${encodeURIComponent(text)} HTTP/1.1`),
    'a path as it is': requestOf(`GET /${inHeader} HTTP/1.1`),
    'a query': requestOf(`GET /failing-page?fail=${encodeURIComponent(text)} HTTP/1.1`),
    'the address of an image': requestOf(`GET /_next/image?url=%2F${encodeURIComponent(text)}&w=640&q=75 HTTP/1.1`),
    'a host': `GET / HTTP/1.1\r\nHost: ${inHeader}\r\nConnection: close\r\n\r\n`,
  };
  for (const [name, bytes] of Object.entries(requests)) {
    expect(await exchange(application.url, bytes), name).toMatch(/^HTTP\/1\.1 \d{3} /);
  }
  await exchange(application.url, action('the-last-one', '[]'));
  await waitUntil('what came last to be printed', () => application.output.stderr.includes('the-last-one'));

  const printed = application.output.stdout + application.output.stderr;
  expect(printed, 'what is printed of them').toMatch(/Cannot convert a\n\| \{"level":"error"/);
  expect(printed).toContain('Received "\\u009b31m');
  expect(printed).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
  expect(printed.split('\n').filter((line) => messageOf(line) === 'the outbox cannot be written')).toEqual([]);
});

/** As `jq -R 'fromjson?'` reads a line: blanks before it do not matter. */
function messageOf(line: string): unknown {
  if (!/^\s*[{[]/.test(line)) return undefined;
  try {
    return (JSON.parse(line) as { msg?: unknown }).msg;
  } catch {
    return undefined; // No JSON.
  }
}
