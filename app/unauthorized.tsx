import type { Metadata } from 'next';
import Link from 'next/link';
import { Screen } from './_screens/screen';

// `screen` tells public/without-scripts.css which words to show.
export const metadata: Metadata = { title: 'This site does not know you · Candor', other: { screen: '401' } };

export default function Unauthorized() {
  return (
    <Screen title="This site does not know you">
      <p>The page is shown only to visitors that this site knows. (401)</p>
      <div className="actions">
        <Link className="button" href="/">
          Go to the home page
        </Link>
      </div>
    </Screen>
  );
}
