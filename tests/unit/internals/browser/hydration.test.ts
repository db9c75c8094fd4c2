// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { isHydrated } from '../../../../candor/src/internals/browser/hydration';

afterEach(() => {
  for (const key of Object.keys(document)) if (key.startsWith('__react')) Reflect.deleteProperty(document, key);
});

test('a page is hydrated by either router, and not by another root', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="other"></div><div id="__next"></div>';
  const hydrate = (container: Element | Document) => act(() => hydrateRoot(container, null).unmount());
  expect(isHydrated()).toBe(false);
  hydrate(document.getElementById('other')!);
  expect(isHydrated()).toBe(false);
  hydrate(document.getElementById('__next')!);
  expect(isHydrated()).toBe(true);
});

test('a page of the App Router is hydrated as a document', () => {
  expect(isHydrated()).toBe(false);
  Object.assign(document, { __reactContainer$x: {} });
  expect(isHydrated()).toBe(true);
});
