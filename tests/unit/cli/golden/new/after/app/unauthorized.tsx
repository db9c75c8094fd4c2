import { ExpectedScreen, expectedMetadata } from "candor/screens";

export const metadata = expectedMetadata(401);

export default function Unauthorized() {
  return <ExpectedScreen status={401} />;
}
