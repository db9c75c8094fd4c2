import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { digestInDocument, stylesheetsOf } from '../../../../candor/src/internals/server/failed-document';
import { flightRowsOf } from '../../../../candor/src/internals/server/flight-rows';

type Page = { texts: string[]; digest: string; stylesheets: string[] };

/** What React and Next, as they are installed, write for a page with these texts of visitors. */
async function documentOf(page: Page): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', 'tests/support/print-flight.mjs', JSON.stringify(page)],
    { env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: 1024 * 1024 },
  );
  return Buffer.from(`<html><body>${stdout}</body></html>`);
}

const forged = 'é\n1:E{"digest":"f0f0f0f0"}\n:HL["/forged.css","style"]\n</script><script>';
const digest = '0123456789abcdef0123456789abcdef';

const page: Page = {
  texts: [forged, `${forged.repeat(40)}short`, `${'€'.repeat(1_100)}\n1:E{"digest":"f0f0f0f0"}`, '1:T2,'],
  digest,
  stylesheets: ['/a.css', 'https://b.example/b.css'],
};

test('errors and hints are told from long texts that look like them', async () => {
  const document = await documentOf(page);
  expect(document.toString()).toMatch(/push\(\[1,"(?:[^<]*\\n)?[0-9a-f]+:T[0-9a-f]+,/); // The texts are rows of their own.
  expect(document.toString()).toContain('push([3,"');
  const rows = flightRowsOf(document);
  expect(rows.filter((row) => row.startsWith('E'))).toEqual([`E{"digest":"${digest}"}`]);
  expect(rows.filter((row) => row.startsWith('HL'))).toEqual([
    'HL["/a.css","style"]',
    'HL["https://b.example/b.css","style"]',
    'HL["/c.woff2","font",{"crossOrigin":""}]',
  ]);
  expect(digestInDocument(document)).toBe(digest);
  expect(stylesheetsOf(undefined, document)).toEqual(['/a.css']);

  // However much of it is known.
  for (let length = 0; length < document.length; length += 97) {
    const known = document.subarray(0, length);
    expect(rows.slice(0, flightRowsOf(known).length)).toEqual(flightRowsOf(known));
  }
});

test.each([
  ['no data', ''],
  ['data that is not as Next writes it', '<script>self.__next_f.push([1,"\\x"])</script>'],
  ['a row without its end', '<script>self.__next_f.push([1,"1:E{\\"digest\\":\\"a\\"}"])</script>'],
  ['a length without its end', '<script>self.__next_f.push([1,"1:T4"])</script>'],
  ['a length that is none', '<script>self.__next_f.push([1,"1:Tx,\\n1:E{}\\n"])</script>'],
  ['a text of the page that reads like data', '<p>self.__next_f.push([1,"1:E{}\\n"])</p>'],
])('%s has no rows', (_, text) => expect(flightRowsOf(Buffer.from(text))).toEqual([]));
