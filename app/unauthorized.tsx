import type { Metadata } from 'next';
import { ExpectedScreen } from '../candor/screens/expected-screen';

// `screen` tells public/without-scripts.css which words to show.
export const metadata: Metadata = { title: 'This site does not know you · Candor', other: { screen: '401' } };

export default function Unauthorized() {
  return (
    <ExpectedScreen title="This site does not know you">
      The page is shown only to visitors that this site knows, and it does not know you. Nothing is broken. (401)
    </ExpectedScreen>
  );
}
