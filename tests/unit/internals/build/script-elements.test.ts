import { expect, test } from 'vitest';
import { scriptElements } from '../../../../candor/src/internals/build/script-elements';

const html = (text: string, more = '') => `(0,b.jsx)("script",{${more}dangerouslySetInnerHTML:{__html:${text}}})`;

test.each([
  ['a text', html('"a()"'), true],
  ['a template', html('`a()`'), true],
  ['a constant before it', `let t="a()";${html('t')}`, true],
  ['constants put together', `let t="a()",u=\`\${t};b()\`;${html('u')}`, true],
  ['children', '(0,b.jsx)("script",{children:"a()"})', true],
  ['a call', html('f(x)'), false],
  ['a template with a call', html('`a(${JSON.stringify(x)})`'), false],
  ['a constant below it', `function g(){return ${html('t')}}let t="a()";`, true],
  ['a constant of another function', `function f(){let t="a()";return t}function g(t){return ${html('t')}}`, false],
  [
    'a variable in a function, with a constant’s name',
    `let t="a()";function g(){let t=f();return ${html('t')}}`,
    false,
  ],
  ['what is taken apart', `let t="a()";function g({x:t}){return ${html('t')}}`, false],
  ['a `var` of a block', `function g(){{var t="a()"}return ${html('t')}}`, true],
  ['what is declared by itself', `var t=t;${html('t')}`, false],
  ['a parameter', `function g(t){return ${html('t')}}`, false],
  [
    'a function’s text, as of next-themes',
    'a.createElement("script",{dangerouslySetInnerHTML:{__html:`(${f.toString()})()`}})',
    false,
  ],
  ['an object that is made elsewhere', '(0,b.jsx)("script",{dangerouslySetInnerHTML:x})', false],
])('of %s it tells whether it is a constant', (_, code, isConstant) => {
  expect(scriptElements(code)).toMatchObject([{ isConstant, mayHaveNonce: false, type: '' }]);
});

test.each([
  ['no inline script', '(0,b.jsx)("script",{src:"/a.js",children:x})'],
  ['another element', '(0,b.jsx)("style",{dangerouslySetInnerHTML:{__html:x}})'],
  ['a script without text', '(0,b.jsx)("script",{async:!0})'],
])('%s is not one', (_, code) => expect(scriptElements(code)).toEqual([]));

test.each([html('f()', 'nonce:n,'), html('f()', '...more,')])('%s may have a nonce', (code) => {
  expect(scriptElements(code)).toMatchObject([{ mayHaveNonce: true }]);
});

test('it tells the type, and the place', () => {
  expect(scriptElements(`f();\n  ${html('f()', 'type:"application/ld+json",')}`)).toMatchObject([
    { type: 'application/ld+json', line: 2, column: 2 },
  ]);
  expect(scriptElements(html('f()', 'type:t,'))).toMatchObject([{ type: undefined }]);
});

test('it runs none of the code, and reads a chain of 5,000 calls', () => {
  const code = `${html('`${globalThis.ran = true}`')};a${'.then(b)'.repeat(5_000)}`;
  expect(scriptElements(code)).toMatchObject([{ isConstant: false }]);
  expect(globalThis).not.toHaveProperty('ran');
});
