// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import * as forbidden from '../../../app/forbidden';
import * as notFound from '../../../app/not-found';
import * as unauthorized from '../../../app/unauthorized';
import { render, screen } from './testing-library';

const of404 =
  'There is no page at this address. If you typed it, check the spelling; if you copied it, check that all of it is there. (404)';
const of403 =
  'The page exists, but this site does not show it to you. Nothing is broken, and trying again will not change it. (403)';
const of401 = 'This page is only for visitors that this site recognises. Nothing is broken. (401)';

test.each([
  ['404', notFound, 'Page not found', of404],
  ['403', forbidden, 'You may not see this page', of403],
  ['401', unauthorized, 'Not recognised', of401],
])('the screen of a %s explains the status and links to the home page', (_, page, title, text) => {
  render(<page.default />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  expect(page.metadata.title).toBe(`${title} · Candor`);
});
