import type { Metadata } from 'next';
import { ExpectedScreen } from '../candor/screens/expected-screen';

// public/without-scripts.css chooses its text by `screen`.
export const metadata: Metadata = { title: 'You may not see this page · Candor', other: { screen: '403' } };

export default function Forbidden() {
  return (
    <ExpectedScreen title="You may not see this page">
      The page exists, but this site does not show it to you. Nothing is broken, and trying again will not change it.
      (403)
    </ExpectedScreen>
  );
}
