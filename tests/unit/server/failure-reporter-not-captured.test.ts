import { expect, test, vi } from 'vitest';
import { waitUntil } from '../../support/wait-until';
import { aRequest, eventId, setUpFailures, withDigest } from './set-up-failure-reporter';

const choke = () => {
  throw new Error('no SDK');
};
const reject = () => Promise.reject(new Error('no SDK'));
const notCaptured = { type: 'Error', message: 'no SDK' };

test.each<[string, () => Promise<void>]>([
  ['throws', choke],
  ['rejects', reject],
])('writes the line of a request whose capture %s, with the reason', async (_, capturing) => {
  const { lines, failures } = setUpFailures({ capturing });
  await failures.requestFailed(withDigest(eventId), aRequest());
  expect(lines).toMatchObject([{ msg: 'request failed', digest: eventId, notCaptured }]);
});

test('writes a second line for a failure of the process when its capture rejects', async () => {
  const { lines, failures } = setUpFailures({ capturing: reject });
  void failures.processFailed(withDigest(eventId), 'unhandledRejection');
  expect(lines).toHaveLength(1);
  await waitUntil('the second line', () => lines[1]);
  expect(lines[0]).not.toHaveProperty('notCaptured');
  expect(lines[1]).toMatchObject({ msg: 'process failed', digest: eventId, notCaptured });
});

test('captures an error again whose first capture failed', async () => {
  const capturing = vi.fn(() => Promise.resolve()).mockImplementationOnce(reject);
  const { captured, lines, failures } = setUpFailures({ capturing });
  const error = withDigest(eventId);
  await failures.requestFailed(error, aRequest());
  await failures.requestFailed(error, aRequest());
  expect(captured).toHaveLength(2);
  expect(lines[1]).not.toHaveProperty('notCaptured');
});
