import { ExpectedScreen, expectedMetadata } from '../candor/src/screens/expected-screen';

export const metadata = expectedMetadata(404);

export default function NotFound() {
  return <ExpectedScreen status={404} />;
}
