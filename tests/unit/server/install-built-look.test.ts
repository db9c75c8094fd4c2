import { afterEach, expect, test } from 'vitest';
import { installBuiltLook } from '../../../candor/src/server/install-built-look';
import { colorNames, installedLook } from '../../../candor/src/shared/look';
import { eachInFolder } from '../../support/each-in-folder';
import { recordLog } from '../delivery/set-up-delivery';

const { folder, write } = eachInFolder();

const colors = Object.fromEntries(colorNames.map((name) => [name, '#123456']));
const look = { light: colors, dark: colors, scheme: 'light' };

afterEach(() => void Reflect.deleteProperty(globalThis, Symbol.for('candor.look')));

function install(text?: string) {
  if (text !== undefined) write({ '.next/server/candor/look.json': text });
  const { log, lines } = recordLog();
  installBuiltLook(log, folder('.next'));
  return lines;
}

test('documents have the look that the build has found', () => {
  expect(install(JSON.stringify({ look, from: {}, problems: [] }))).toEqual([]);
  expect(installedLook()).toEqual(look);
});

test('a build without a look leaves Candor’s own, and there is nothing to say', () => {
  expect(install()).toEqual([]);
  expect(installedLook()).toBeUndefined();
});

test.each(['', 'null', '{"look":{}}', JSON.stringify({ look: { ...look, dark: { accent: '#000' } } })])(
  'a server whose look.json is %j starts with a warning, and with Candor’s own',
  (text) => {
    expect(install(text)).toEqual([expect.objectContaining({ level: 'warn', msg: 'screens have the look of Candor' })]);
    expect(installedLook()).toBeUndefined();
  },
);
