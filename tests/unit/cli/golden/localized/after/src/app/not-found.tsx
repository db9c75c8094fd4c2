import { ExpectedDocument, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(404);

export default function NotFound() {
  return <ExpectedDocument status={404} />;
}
