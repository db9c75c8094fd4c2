import { FailureDetails } from '../../../candor/src/screens/failure';
import { Screen } from '../../../candor/src/screens/screen';
import { render } from './testing-library';

export const eventId = '0123456789abcdef0123456789abcdef';
export const withDigest = (digest = eventId) => Object.assign(new Error('x'), { digest });

export const failureScreen = (thrown: unknown, retry = () => {}) => (
  <FailureDetails Frame={Screen} thrown={thrown} retry={retry} />
);
export const showFailure = (thrown: unknown, retry?: () => void) => render(failureScreen(thrown, retry));
