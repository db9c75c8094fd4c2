import type { Metadata } from 'next';
import { ExpectedScreen } from '../candor/screens/expected-screen';

// public/without-scripts.css chooses its text by `screen`.
export const metadata: Metadata = { title: 'Page not found · Candor', other: { screen: '404' } };

export default function NotFound() {
  return (
    <ExpectedScreen title="Page not found">
      There is no page at this address. If you typed it, check the spelling; if you copied it, check that all of it is
      there. (404)
    </ExpectedScreen>
  );
}
