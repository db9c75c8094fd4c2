import { ExpectedScreen, expectedMetadata } from "candor/screens";

export const metadata = expectedMetadata(404);

export default function NotFound() {
  return <ExpectedScreen status={404} />;
}
