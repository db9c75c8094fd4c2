import { ExpectedScreen, expectedMetadata } from '../candor/src/screens/expected-screen';

export const metadata = expectedMetadata(403);

export default function Forbidden() {
  return <ExpectedScreen status={403} />;
}
