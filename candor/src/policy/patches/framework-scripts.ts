import { createHash } from 'node:crypto';
import { patch } from './patches.js';

const own = patch('framework-scripts');

// The inline scripts that Next and React write into any document: a call with JSON, which runs nothing of that data.

const json = '([\\s\\S]*)';
const calls = [
  `(?:\\(self\\.__next_f=self\\.__next_f\\|\\|\\[\\]\\)|self\\.__next_f)\\.push\\(${json}\\)`, // The data of a page.
  `\\(self\\.__next_s=self\\.__next_s\\|\\|\\[\\]\\)\\.push\\(${json}\\)`, // Next's client inserts these scripts, under the policy.
  `\\(globalThis\\["(TURBOPACK\\w*)"\\] \\|\\| \\(globalThis\\["\\1"\\] = \\[\\]\\)\\)\\.push\\(${json}\\);`,
].map((form) => new RegExp(`^${form}$`));

const reactCall = /^\$R[CRSX]\(([\s\S]*)\)$/;

// What React defines before such a call, by length and hash. `tests/unit/policy/patches/framework-scripts.test.ts` finds them in the
// installed React.
const reactDefinitions: readonly (readonly [length: number, sha256: string])[] = [
  [57, '7mu4H06fwDCjmnxxr/xNHyuQC6pLTHr4M2E4jXw5WZs='], // $RT, the time of the first frame
  [192, 'dW/dX4s22Wb/RKwjhTPlT6uBNIFHoTR535AjgMKaEws='], // $RS
  [829, 'ejxEGil7Q2jnFo9T1EMjhzsRoWDTVn8tRpUYd4XCJkY='], // $RB, $RV and $RC
  [1104, 'ik5CuzKG16kxLMiWrbGtWliE5C3GFYiZnsysYypmDVc='], // $RM and $RR
  [200, '5TqIdh80KgjiD5uUtz2OhDa5DlGt33xJV6lK4XUE+Yo='], // $RX
  [2694, 'R3eWN7zVoU3spWpPQ2b7tbYj4hZDyViY037DUph2exw='], // $RV with view transitions
];

export function isOfFramework(script: string): boolean {
  const isKnown = hasKnownForm(script);
  if (isKnown) own.seen();
  return isKnown;
}

function hasKnownForm(script: string): boolean {
  if (script.split(/(?<=;)\n/).every(isCall)) return true; // No JSON of theirs has such a line end.
  const call = withoutDefinitions(script);
  if (call === '') return script !== '';
  const args = reactCall.exec(call)?.[1];
  return args !== undefined && isJson(`[${args}]`);
}

/** Whether a document has data for a page of the App Router, in which Next escapes `>`. Stored markup, as `<!--`, cannot hide it. */
export function hasPageData(html: string): boolean {
  return html.split('</script>').some((part) => isJson(calls[0]?.exec(part.slice(part.lastIndexOf('>') + 1))?.at(-1)));
}

export function dataFormIsUnknown(): void {
  own.fail(new Error('A page of Next has its data in no script of a known form.'));
}

function isCall(statement: string): boolean {
  return calls.some((form) => isJson(form.exec(statement)?.at(-1)));
}

function withoutDefinitions(script: string): string {
  for (const [length, sha256] of reactDefinitions) {
    if (script.length < length) continue;
    const start = script.slice(0, length);
    if (createHash('sha256').update(start).digest('base64') === sha256) {
      return withoutDefinitions(script.slice(length).replace(/^;/, ''));
    }
  }
  return script;
}

function isJson(text: string | undefined): boolean {
  if (text === undefined) return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
