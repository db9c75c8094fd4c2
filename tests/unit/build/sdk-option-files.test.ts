import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithoutOptions, optionAliases } from '../../../candor/src/build/sdk-option-files';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();
const text = `import { defineSdkOptions } from 'candor';\nexport default defineSdkOptions({});\n`;

test('the options are found at the top of the application and in src/, as TypeScript and as JavaScript', () => {
  write({
    'sentry.server.config.ts': text,
    'src/sentry.client.config.mjs': text,
    'src/sentry.edge.config.js': text,
  });
  expect(optionAliases(folder())).toEqual({
    '#options/client': join(folder(), 'src/sentry.client.config.mjs'),
    '#options/edge': join(folder(), 'src/sentry.edge.config.js'),
    '#options/server': join(folder(), 'sentry.server.config.ts'),
  });
  expect(filesWithoutOptions(folder())).toEqual([]);
});

test('none needs to be there, and one of the SDK’s setup wizard is not loaded', () => {
  write({ 'sentry.server.config.ts': `Sentry.init({ dsn: '' });\n` });
  expect(optionAliases(folder())).toEqual({});
  expect(filesWithoutOptions(folder())).toEqual(['sentry.server.config.ts']);
});
