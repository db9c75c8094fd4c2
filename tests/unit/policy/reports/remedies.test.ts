import { expect, test } from 'vitest';
import { remediesOf } from '../../../../candor/src/policy/reports/remedies';
import type { Violation } from '../../../../candor/src/policy/reports/read-reports';

const inline: Violation = {
  type: 'csp-violation',
  directive: 'script-src-elem',
  blocked: 'inline',
  disposition: 'enforce',
  source: undefined,
  line: undefined,
  column: undefined,
  sample: '',
  isOfRendered: false,
};

test.each<[Partial<Violation>, hash: string | undefined, remedy: RegExp]>([
  [{ directive: 'script-src', blocked: 'eval' }, undefined, /"'unsafe-eval'" to script-src in sources of the setting/],
  [{ directive: 'script-src', blocked: 'wasm-eval' }, undefined, /"'wasm-unsafe-eval'" to script-src/],
  [{ directive: 'script-src-attr' }, "'sha256-a'", /^Replace the attribute, such as onclick, by a listener/],
  [{ blocked: 'https://a.test', directive: 'img-src' }, undefined, /add "https:\/\/a\.test" to img-src/],
  [{ blocked: 'blob', directive: 'media-src' }, undefined, /add "blob:" to media-src/],
  [{}, "'sha256-a'", /^Put the script into a file, or add "'sha256-a'" to script-src/],
  [{ isOfRendered: true }, undefined, /^Give the script the nonce, .* If it is not yours, something in front/],
  [{}, undefined, /^The script is in no document that this server has sent: something in front of your server/],
])('of a violation with %j, whose hash is %s, it says what to do', (violation, hash, remedy) =>
  expect(remediesOf({ ...inline, ...violation }, hash)).toMatch(remedy),
);
