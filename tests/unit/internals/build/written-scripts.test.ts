import { expect, test } from 'vitest';
import { insertedScripts, writtenScripts } from '../../../../candor/src/internals/build/written-scripts';

const literal = 'a("\\u2028\\n", \'b\', `c${"d"}`) // \u00fc';

test.each([
  ['an element', '(0,b.jsx)("script",{dangerouslySetInnerHTML:{__html:"a()"}})', 'a()'],
  ['one with attributes', '(0,b.jsx)("script",{id:"a",async:!0,dangerouslySetInnerHTML:{__html:\'a()\'}})', 'a()'],
  ['a component by children', '(0,t.jsx)(r.default,{id:"a",strategy:"lazyOnload",children:"a()"})', 'a()'],
  ['the same, as webpack calls it', '(0,r.jsx)(s(),{strategy:"lazyOnload",children:`a()`})', 'a()'],
  ['a component by HTML', '(0,t.jsx)(r.default,{id:"a",dangerouslySetInnerHTML:{__html:"a()"}})', 'a()'],
  ['a literal', `(0,t.jsx)(r.default,{id:"a",children:${JSON.stringify(literal)}})`, literal],
  ['a constant', 'let a="a(";var b="c()",d=1;(0,t.jsx)(r.default,{id:"x",children:b})', 'c()'],
  ['one in a text', 'let a="G-1";(0,t.jsx)(r.default,{id:"x",children:`\nb(\'${a}\');${a}`})', "\nb('G-1');G-1"],
  ['one beside others', 'let a="1",e=`d(${f.g})`,b=`c(${a})`;(0,t.jsx)(r.default,{id:"x",children:b})', 'c(1)'],
  ['one of another', 'let a="1",b=`c(${a})`;(0,t.jsx)(r.default,{id:"x",children:b})', 'c(1)'],
])('finds the text of %s as the program reads it', (_, code, script) => expect(writtenScripts(code)).toEqual([script]));

test.each([
  ['words', '(0,t.jsx)(r.Label,{id:"a",children:"Name"})'],
  ['words with signs', '(0,t.jsx)(r.Label,{id:"a",children:"Name (in full)"})'],
  ['the children of an element', '(0,t.jsx)("p",{id:"a",children:"a()"})'],
  ['a component that is not a script', '(0,t.jsx)(r.Code,{children:"a()"})'],
  ['HTML', '(0,t.jsx)("div",{dangerouslySetInnerHTML:{__html:"<b onclick=\\"a()\\">"}})'],
  ['styles', '(0,t.jsx)("style",{dangerouslySetInnerHTML:{__html:"p{color:rgb(0,0,0)}"}})'],
  ['data', '(0,t.jsx)("script",{type:"application/ld+json",dangerouslySetInnerHTML:{__html:"{\\"a\\":\\"=\\"}"}})'],
  ['a text that is put together', '(0,t.jsx)(r.default,{id:"a",children:`a(${b})`})'],
  ['a text from elsewhere', '(0,t.jsx)("script",{dangerouslySetInnerHTML:{__html:a}})'],
  ['a text with one from elsewhere', 'let a="1";(0,t.jsx)(r.default,{id:"x",children:`b(${a},${c})`})'],
  ['a text with a call', 'let a="1";(0,t.jsx)(r.default,{id:"x",children:`b(${a({})})`})'],
])('does not take %s for a script', (_, code) => expect(writtenScripts(code)).toEqual([]));

const element = (type: string, props: object) => JSON.stringify(['$', type, null, props]);

test('finds what next/script inserts in the data of a page', () => {
  const scripts = [
    element('$Lb', { id: 'a', children: 'one("é")\n' }),
    element('$L1c', { strategy: 'lazyOnload', id: 'b', dangerouslySetInnerHTML: { __html: 'two()' } }),
  ];
  expect(insertedScripts(`0:[${scripts.join()}]\n`)).toEqual(['one("é")\n', 'two()']);
});

test.each([
  ['an element of the page', element('p', { id: 'a', children: 'x()' })],
  ['HTML of the page', element('div', { id: 'a', dangerouslySetInnerHTML: { __html: 'x()' } })],
  ['a text that reads like an element', JSON.stringify(element('$Lb', { id: 'a', children: 'x()' }))],
  ['a component without an id', element('$Lb', { children: 'x()' })],
  ['words', element('$Lb', { id: 'a', children: 'Name (in full)' })],
  ['a script of a file', element('$Lb', { id: 'a', src: '/a.js' })],
])('finds nothing in %s', (_, data) => expect(insertedScripts(`0:${data}\n`)).toEqual([]));
