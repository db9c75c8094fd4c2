import { expect, test } from 'vitest';
import { findFont } from '../../../../candor/src/build/look/fonts';
import { readStyles } from '../../../../candor/src/build/look/read-styles';

const fontOf = (text: string) => findFont(readStyles([text]));

const face = '@font-face{font-family:Geist;src:url(/_next/static/media/geist.woff2)}';
const fallback = '@font-face{font-family:Geist Fallback;src:local("Arial");size-adjust:104%}';
const other = '@font-face{font-family:"Noto Serif";src:url(/_next/static/media/noto.woff2)}';
const variable = '.geist_1-module__x__variable{--font-geist:"Geist","Geist Fallback"}';

test('a font is that of the body, with the rules that load it and no others', () => {
  const text = `${face}${fallback}${other}${variable}body{font-family:var(--font-geist),sans-serif}`;
  expect(fontOf(text)).toEqual({ family: '"Geist","Geist Fallback",sans-serif', from: 'body', faces: face + fallback });
});

test.each([
  ['of a shorthand', 'body{font:italic 1rem/1.5 "Inter", serif}', '"Inter", serif', 'body'],
  ['of `<html>`', 'html{font-family:Lato}', 'Lato', 'html'],
  ['of the only class of next/font', '.inter__className{font-family:"Inter"}', '"Inter"', 'next/font'],
  ['of a property of Tailwind', ':root{--font-sans:Lato,sans-serif}', 'Lato,sans-serif', '--font-sans'],
])('a font is %s', (_, text, family, from) => {
  expect(fontOf(text)).toMatchObject({ family, from });
});

test('of several classes of next/font none is known to be that of the text', () => {
  expect(fontOf('.a__className{font-family:A}.b__className{font-family:B}')).toBeUndefined();
});

test('a font that only a browser knows is none, and nothing can end a style element', () => {
  expect(fontOf('body{font-family:inherit}')).toBeUndefined();
  expect(fontOf('body{font-family:"</style><script>"}')).toBeUndefined();
  expect(fontOf(`@font-face{font-family:A;src:url("</style>")}body{font-family:A}`)).toMatchObject({
    faces: expect.not.stringMatching(/<\/style/),
  });
});
