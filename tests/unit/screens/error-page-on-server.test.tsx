import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorPage } from '../../../candor/src/pages';

test('the server writes the script of the theme before the text', () => {
  const html = renderToStaticMarkup(<ErrorPage failure={{ title: 'Something went wrong', paragraphs: [] }} />);
  expect(html).toContain(
    `<div lang="en" dir="ltr"><script>${CANDOR_THEME_SCRIPT}</script><main class="candor screen">`,
  );
});
