// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import Forbidden, { metadata as forbidden } from '../../../app/forbidden';
import NotFound, { metadata as notFound } from '../../../app/not-found';
import Unauthorized, { metadata as unauthorized } from '../../../app/unauthorized';

afterEach(cleanup);

test.each([
  [
    '404',
    NotFound,
    notFound,
    'Page not found',
    'There is no page at this address. If you typed it, check the spelling; if you copied it, check that all of it is there. (404)',
  ],
  [
    '403',
    Forbidden,
    forbidden,
    'You may not see this page',
    'The page exists, but this site does not show it to you. Nothing is broken, and trying again will not change it. (403)',
  ],
  [
    '401',
    Unauthorized,
    unauthorized,
    'Not recognised',
    'This page is only for visitors that this site recognises. Nothing is broken. (401)',
  ],
])('the screen of a %s explains the status and links to the home page', (_, Screen, metadata, title, text) => {
  render(<Screen />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  expect(metadata.title).toBe(`${title} · Candor`);
});
