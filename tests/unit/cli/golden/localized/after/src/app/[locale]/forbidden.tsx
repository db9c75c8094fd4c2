import { ExpectedScreen, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(403);

export default function Forbidden() {
  return <ExpectedScreen status={403} />;
}
