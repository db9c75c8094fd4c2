import { expect, test } from 'vitest';
import { words as de } from '../../../candor/src/shared/words/de';
import { spokenByBuild } from '../../../candor/src/shared/spoken';
import { problemBody } from '../../../candor/src/server/problem';

const eventId = '0123456789abcdef0123456789abcdef';

test('a failure names its status, its digest and the address that tells of it', () => {
  expect(JSON.parse(problemBody(500, eventId, spokenByBuild))).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    instance: `/monitoring?event=${eventId}`,
    digest: eventId,
  });
});

test('a digest that is not an event id has no address', () => {
  expect(JSON.parse(problemBody(503, 'library-7', spokenByBuild))).toEqual({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    digest: 'library-7',
  });
});

test('a rejected request names its status alone', () => {
  expect(JSON.parse(problemBody(403, undefined, spokenByBuild))).toEqual({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
  });
});

test('its title is that of the screen, in another language than English', () => {
  const titleIn = (status: number) =>
    (JSON.parse(problemBody(status, undefined, { words: de, lang: 'de-AT' })) as { title: string }).title;
  expect([500, 503, 404, 401, 413].map(titleIn)).toEqual([de.failed, de.failed, de.title404, de.title401, de.rejected]);
});
