// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LastEvent } from '../../../../app/sentry-example-page/last-event';
import { setOutcome } from '../../../../app/sentry-example-page/outcomes';

afterEach(cleanup);

test('says whether the last event of this tab was accepted', () => {
  const { container } = render(<LastEvent />);
  expect(container.textContent).toBe('No event has been sent from this tab yet.');
  act(() => setOutcome('server-render', { event: { state: 'sent' } }));
  expect(container.textContent).toBe('The last event was accepted.');

  act(() => setOutcome('server-render', { event: { state: 'dropped', reason: 'the service responded with 403' } }));
  expect(container.textContent).toBe('The last event was not accepted: dropped: the service responded with 403.');

  act(() => setOutcome('forbidden', { status: 403 })); // Makes no event.
  expect(container.textContent).toBe('The last event was not accepted: dropped: the service responded with 403.');
});
