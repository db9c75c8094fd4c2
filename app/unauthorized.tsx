import { ExpectedScreen, expectedMetadata } from '../candor/src/screens/expected-screen';

export const metadata = expectedMetadata(401);

export default function Unauthorized() {
  return <ExpectedScreen status={401} />;
}
