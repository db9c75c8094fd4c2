import { expect, test } from 'vitest';
import { namedFunctions } from '../../../candor/src/build/named-functions';

test.each([
  ['function a() {}', ['a']],
  ['const b = () => {}', ['b']],
  ['const c = function d() {}', ['d']],
  ['export const Orders = memo(forwardRef(() => <p />))', ['Orders']],
  ['export default () => {}', ['default']],
  ['export const save = (async () => {}) satisfies Action', ['save']],
  ['a.b = () => {}; c = () => {}', ['b', 'c']],
  ['const a = { b() {}, c: () => {}, "d": function () {}, get e() { return 1 } }', ['b', 'c', 'd', 'e']],
  ['class A { b() {} static c = () => {}; #d() {} constructor() {} }', ['A.b', 'A.c', 'A.#d', 'A.constructor']],
  ['const A = class { b() {} }', ['A.b']],
  ['function a() { const b = () => {}; list.map(() => { function c() {} }) }', ['a', 'b', 'c']],
  ['const a = list.map((item) => item); const B = React.memo(() => <a />)', ['B']],
  ['const { a = () => {} } = b; [1].map(() => {})', []],
  ['const a = <Type>(() => {})(b)', []],
  ['function a() {} const withErrors = 1; const withErrors = 2;', ['a']],
  ['.orders { color: red }', []],
  [`const a = () => ${'f('.repeat(300)}1${')'.repeat(300)};`, ['a']],
])('%s', (code, names) => {
  expect(namedFunctions(code).map(([name]) => name)).toEqual(names);
});
