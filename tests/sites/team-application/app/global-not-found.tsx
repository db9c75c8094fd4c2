import { ExpectedDocument, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(404);

export default function GlobalNotFound() {
  return <ExpectedDocument status={404} />;
}
