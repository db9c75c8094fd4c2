import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { entryPoints } from '../../../candor/scripts/roll-up-types.mjs';
import { settingNames } from '../../../candor/src/server/settings';
import { root } from '../docs/files';
import { buildTypes } from './build-types';
import { logMessages } from '../../../candor/src/shared/log-messages';
import { shapesOf } from './shapes-of';

// What is public stands in candor/api/, made from its one source in the code: a change of it shows in a diff, and the version says
// what it means for those who depend on it. `UPDATE_DOCS=1 npx vitest run tests/unit/package` writes it.

const candor = join(root, 'candor');
beforeAll(buildTypes, 120_000);

test.each(entryPoints(candor))('the types of $name are those of candor/api/', ({ name, types }) => {
  const title = name.replace('.', 'candor');
  const text = readFileSync(types, 'utf8');
  expectRecorded(`${name === '.' ? 'candor' : name.slice(2)}.api.md`, [`# ${title}`, '', ...block('ts', text)]);
});

test('the settings are those of candor/api/', () => {
  const list = settingNames.map((name) => `- \`${name}\``);
  expectRecorded('settings.api.md', ['# Settings of the server', '', ...list]);
});

test('the lines of the log are those of candor/api/', () => {
  const lines = Object.entries(logMessages).map(([msg, when]) => `- \`${msg}\`: ${when}`);
  expectRecorded('log.api.md', ['# Lines of the log', '', 'Each has `level`, `time` and `msg`.', '', ...lines]);
});

test('the JSON of GET /monitoring is that of candor/api/', () => {
  const shapes = shapesOf(join(candor, 'dist'), {
    'server/delivery-metrics.d.ts': 'Counters',
    'shared/event-state.d.ts': 'EventState',
  });
  const [counters = '', event = ''] = shapes;
  const withEvent = ['With `?event=ID`, besides `event`, the ID:', '', ...block('ts', event)];
  expectRecorded('monitoring-json.api.md', ['# JSON of GET /monitoring', '', ...block('ts', counters), ...withEvent]);
});

const block = (language: string, text: string) => [`\`\`\`${language}`, text.trimEnd(), '```', ''];

function expectRecorded(name: string, lines: string[]): void {
  const file = join(candor, 'api', name);
  const text = `${lines.join('\n').trimEnd()}\n`;
  if (process.env.UPDATE_DOCS === '1') {
    mkdirSync(join(candor, 'api'), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
}
