import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until';
import { aRequest, eventId, setUpFailures, withDigest } from './set-up-failure-reporter';

test.each<[string, () => Promise<void>]>([
  [
    'throws',
    () => {
      throw new Error('no SDK');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no SDK'))],
])('writes the line of a request whose capture %s, with the reason', async (_, capturing) => {
  const { lines, failures } = setUpFailures(capturing);
  await failures.requestFailed(withDigest(eventId), aRequest());
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'request failed',
      digest: eventId,
      notCaptured: expect.objectContaining({ message: 'no SDK' }),
    }),
  ]);
});

test('writes a second line for a failure of the process when its capture rejects', async () => {
  const { lines, failures } = setUpFailures(() => Promise.reject(new Error('no SDK')));
  void failures.processFailed(withDigest(eventId), 'unhandledRejection');
  expect(lines).toHaveLength(1);
  await waitUntil('the second line', () => lines[1]);
  expect(lines[0]).not.toHaveProperty('notCaptured');
  expect(lines[1]).toMatchObject({
    msg: 'process failed',
    digest: eventId,
    notCaptured: { type: 'Error', message: 'no SDK' },
  });
});

test('captures an error again whose first capture failed', async () => {
  let times = 0;
  const { captured, lines, failures } = setUpFailures(() =>
    (times += 1) === 1 ? Promise.reject(new Error('no SDK')) : Promise.resolve(),
  );
  const error = withDigest(eventId);
  await failures.requestFailed(error, aRequest());
  await failures.requestFailed(error, aRequest());
  expect(captured).toHaveLength(2);
  expect(lines[1]).not.toHaveProperty('notCaptured');
});
